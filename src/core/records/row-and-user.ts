import type { AdapterUser } from "../../types/adapter.js";
import type { Records, Table } from "../../types/records.js";
import type { RowAndUser, Store, StoredRowAndUser } from "../../types/store.js";
import { keyColumns, rowFor } from "./facade.js";
import { ownerColumn } from "./table.js";

interface Reads {
  readonly store: Pick<Store, "getUser" | "joinRow"> | null;
  readonly records: Records;
}

/**
 * A row and the user it references, by the row's key; null if either doesn't exist. One query where users and
 * records are in the same database.
 */
export async function rowAndUser<const T extends Table>(
  { store, records }: Reads,
  table: T,
  id: string,
): Promise<RowAndUser<T> | null> {
  if (!store || !keyColumns(table, id)) return null;
  const joined = await store.joinRow(table, id);
  if (joined) return { row: rowFor(table, id, joined.row), user: ownerOf(table, joined) };
  if (joined === null) return null;
  const row = await records.get(table, id);
  const user = row && (await store.getUser(userIdOf(table, row)));
  return row && user ? { row, user } : null;
}

/** Another user than the one the row references would let someone into another account. */
function ownerOf(table: Table, { row, user }: StoredRowAndUser): AdapterUser {
  if (user.id === userIdOf(table, row)) return user;
  throw new TypeError(`The store returned a row of ${table.name} with a user it doesn't reference`);
}

function userIdOf(table: Table, row: object): string {
  const id: unknown = Reflect.get(row, ownerColumn(table));
  if (typeof id === "string") return id;
  throw new TypeError(`A row of ${table.name} references no user`);
}
