import type { Adapter } from "latchkey/adapters";
import type { MemoryStore } from "latchkey/adapters/memory";
import { recordsOf } from "../../src/core/records/of.js";
import { passkeyNotes } from "../../src/core/passkeys/notes-table.js";
import { setPassword } from "../../src/flows/password/table.js";

type HasRecords = Pick<Adapter, "records">;

/** Gives a user a password, whatever they had. */
export async function storePassword(
  adapter: HasRecords,
  { userId, hash }: { readonly userId: string; readonly hash: string },
): Promise<void> {
  await setPassword(recordsOf(adapter, "for a test"), userId, hash);
}

/** Notes on the passkeys of a user who has none yet. */
export async function storeNotes(adapter: HasRecords, userId: string, data: string): Promise<void> {
  await recordsOf(adapter, "for a test").insert(passkeyNotes, { userId, data });
}

/** The passwords in a store, by user. */
export function passwordsIn(store: Pick<MemoryStore, "records">) {
  const rows = () => rowsIn(store, "password");
  const values = () =>
    rows().map(({ row }) => ({ userId: String(row["userId"]), hash: String(row["hash"]) }));
  return {
    get size() {
      return rows().length;
    },
    values,
    get: (id: string) => values().find(({ userId }) => userId === id),
    clear() {
      for (const { key } of rows()) store.records.delete(key);
    },
  };
}

/** The rows of one table. */
export function rowsIn({ records }: Pick<MemoryStore, "records">, name: string) {
  const all = Array.from(records, ([key, kept]) => ({ key, ...kept }));
  return all.filter(({ table }) => table.name === name);
}
