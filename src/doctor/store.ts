import { explain, messageOf } from "../diagnosis/explain.js";
import type { Table } from "../core/records.js";
import { AuthError } from "../errors.js";
import { randomId } from "../crypto/random.js";
import { asError } from "../thrown.js";
import type { Finding } from "../types/finding.js";
import type { AdapterMethod, Store } from "../types/store.js";

const about = "store";
/** A text, and a number where ids are numbers. */
const nobodyId = "0";

/** Asks the store for what nobody has, and lets it keep a token of its own for a moment. */
export async function examineStore(
  store: Store | null,
  tables: readonly Table[],
): Promise<Finding[]> {
  if (!store) {
    return [
      {
        level: "ok",
        about,
        message: "There is none: sessions are in cookies, and nothing is stored.",
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
  return [{ level: "ok", about, message: "It answers, and has its tables." }];
}

async function keepAndUse(store: Store, identifier: string): Promise<void> {
  const token = randomId();
  const expires = new Date(Date.now() + 60_000);
  await store.createVerificationToken({ identifier, token, expires });
  const used = await store.useVerificationToken({ identifier, token });
  if (!used) throw new Error("It did not find the token again that it had just been given.");
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
