import { convert } from "./convert.js";
import { storeUser, type Stored, type Target } from "./store.js";
import { findTable, type Source, type SourceRow, type SourceTable } from "./tables.js";
import type { DecryptApp } from "./two-factor.js";

/** Number of users read at a time. */
const size = 200;

/** Copies the users out of Better Auth's database, and yields what was stored for each. */
export async function* importUsers(
  source: Source,
  target: Target,
  decrypt: DecryptApp,
): AsyncGenerator<Stored> {
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
        ...{ user, accounts: accounts(id) },
        ...{ sessions: sessions(id), twoFactors: twoFactors(id) },
      };
      yield storeUser(convert(rows, Date.now()), target, decrypt);
    }
    last = ids.at(-1);
  }
}

async function byUser(
  table: SourceTable | undefined,
  userIds: readonly string[],
): Promise<(userId: string) => readonly SourceRow[]> {
  const rows = (await table?.ofUsers(userIds)) ?? [];
  return (userId) => rows.filter((row) => String(row["userId"]) === userId);
}
