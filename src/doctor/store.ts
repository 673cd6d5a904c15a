import { randomId } from "../core/crypto/random.js";
import { explain, messageOf } from "../core/diagnosis/explain.js";
import { asError } from "../core/errors/as-error.js";
import { AuthError } from "../core/errors/errors.js";
import type { Finding } from "../types/finding.js";
import type { Table } from "../types/records.js";
import type { AdapterMethod, Store } from "../types/store.js";
import type { AuthConfig } from "../core/auth-config.js";
import type { Parts } from "../core/config/parts.js";

const about = "store";
/** A string, or a number if ids are numbers. */
const nobodyId = "0";

/** Queries the store for rows that don't exist, and stores a token for a moment. */
export async function examineStore(
  store: Store | null,
  tables: readonly Table[],
): Promise<Finding[]> {
  if (!store) {
    return [
      {
        level: "ok",
        about,
        message: "No adapter is set: sessions are in cookies, and nothing is stored.",
      },
    ];
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
  for (const [method, look] of looks) {
    if (missing.has(method)) continue;
    const fault = await faultOf(look);
    if (fault) return [fault];
  }
  const kept = (await store.keepsRecords()) ? tables : [];
  for (const table of kept) {
    const fault = await faultOf(() => store.records.get(table, nobodyId));
    if (fault) return [fault];
  }
  return [{ level: "ok", about, message: "It responds, and has its tables." }];
}

async function keepAndUse(store: Store, identifier: string): Promise<void> {
  const token = randomId();
  const expires = new Date(Date.now() + 60_000);
  await store.createVerificationToken({ identifier, token, expires });
  const used = await store.useVerificationToken({ identifier, token });
  if (!used) throw new Error("It didn't find the token that was just stored.");
}

async function faultOf(look: () => Promise<unknown>): Promise<Finding | undefined> {
  try {
    await look();
    return undefined;
  } catch (thrown) {
    const error = thrown instanceof AuthError ? thrown : new AuthError(asError(thrown));
    const { cure } = explain("AdapterError", error);
    return { level: "error", about, message: messageOf(error), cure };
  }
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
