import type { SqlClient } from "../../../adapters/sql/client.js";
import type { SqlDialect } from "../../../adapters/sql/model.js";
import { convert } from "./convert.js";
import { storeUser, type Stored, type Target } from "./store.js";
import { findTable, type SourceRow, type SourceTable } from "./tables.js";
import type { twoFactorReader } from "./two-factor.js";

export interface Import {
  readonly client: SqlClient;
  readonly dialect: SqlDialect;
  readonly target: Target;
  readonly decrypt: ReturnType<typeof twoFactorReader>;
}

/** Number of users read at a time. */
const size = 200;

/** Copies the users out of Better Auth's database, and yields what was stored for each. */
export async function* importUsers({
  client,
  dialect,
  target,
  decrypt,
}: Import): AsyncGenerator<Stored & { readonly id: string }> {
  const source = { client, dialect };
  const users = await findTable(source, "user");
  if (!users) {
    throw new Error(
      "This database has no users table of Better Auth. Check DATABASE_URL or --source.",
    );
  }
  const others = {
    accounts: await findTable(source, "account"),
    sessions: await findTable(source, "session"),
    twoFactors: await findTable(source, "twoFactor"),
  };
  let last: string | undefined;
  for (;;) {
    const page = await users.page(last, size);
    const ids = page.map(({ id }) => String(id));
    if (ids.length === 0) return;
    const accounts = await byUser(others.accounts, ids);
    const sessions = await byUser(others.sessions, ids);
    const twoFactors = await byUser(others.twoFactors, ids);
    for (const user of page) {
      const id = String(user["id"]);
      const rows = {
        user,
        accounts: accounts(id),
        sessions: sessions(id),
        twoFactors: twoFactors(id),
      };
      yield { id, ...(await storeUser(convert(rows, Date.now()), target, decrypt)) };
    }
    last = ids.at(-1);
  }
}

async function byUser(
  table: SourceTable | undefined,
  userIds: readonly string[],
): Promise<(userId: string) => readonly SourceRow[]> {
  const rows = table ? await table.ofUsers(userIds) : [];
  const grouped = new Map<string, SourceRow[]>();
  for (const row of rows) {
    const userId = String(row["userId"]);
    grouped.set(userId, [...(grouped.get(userId) ?? []), row]);
  }
  return (userId) => grouped.get(userId) ?? [];
}
