import type { AuthConfig } from "../core/auth-config.js";
import type { Parts } from "../core/config/parts.js";
import { randomId } from "../core/crypto/random.js";
import { explain, messageOf } from "../core/diagnosis/explain.js";
import { asError } from "../core/errors/as-error.js";
import { AuthError } from "../core/errors/errors.js";
import type { Finding } from "../types/finding.js";
import type { Table } from "../types/records.js";
import type { AdapterMethod, Store } from "../types/store.js";
import { fine, wrong } from "./finding.js";

const about = "store";
/** A string, or a number if ids are numbers. */
const nobodyId = "0";

/** Queries the store for rows that don't exist, and stores a token for a moment. */
export async function examineStore(
  store: Store | null,
  tables: readonly Table[],
): Promise<Finding> {
  if (!store) {
    return fine(about, "No adapter is set: sessions are in cookies, and nothing is stored.");
  }
  const nobody = `latchkey-doctor-${randomId()}`;
  const looks: readonly (readonly [AdapterMethod, () => Promise<unknown>])[] = [
    ["getUserByEmail", () => store.getUserByEmail(`${nobody}@example.com`)],
    [
      "getUserByAccount",
      () => store.getUserByAccount({ provider: nobody, providerAccountId: "1" }),
    ],
    ["getSessionAndUser", () => store.getSessionAndUser(nobody)],
    ["useVerificationToken", () => keepAndUse(store, nobody)],
  ];
  const missing = new Set(await store.missing(looks.map(([method]) => method)));
  try {
    for (const [method, look] of looks) if (!missing.has(method)) await look();
    const kept = (await store.keepsRecords()) ? tables : [];
    for (const table of kept) await store.records.get(table, nobodyId);
  } catch (thrown) {
    const error = thrown instanceof AuthError ? thrown : new AuthError(asError(thrown));
    return wrong(about, messageOf(error), explain("AdapterError", error).cure);
  }
  return fine(about, "It responds, and has its tables.");
}

async function keepAndUse(store: Store, identifier: string): Promise<void> {
  const token = randomId();
  const expires = new Date(Date.now() + 60_000);
  await store.createVerificationToken({ identifier, token, expires });
  const used = await store.useVerificationToken({ identifier, token });
  if (!used) throw new Error("It didn't find the token that was just stored.");
}

const aboutTables = "tables";

/** Problems with the tables that affect some users, if the adapter can tell. */
export async function examineTables(
  { plugins, providers }: AuthConfig,
  { store }: Pick<Parts, "store">,
): Promise<Finding[]> {
  try {
    const { warnings = [] } = (await store?.examineTables({ plugins, providers })) ?? {};
    return warnings.map((message) => ({ level: "warning", about: aboutTables, message }));
  } catch (thrown) {
    return [{ level: "error", about: aboutTables, message: asError(thrown).message }];
  }
}
