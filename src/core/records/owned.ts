import type { Row, RecordStore, Table } from "../../types/records.js";

const batch = 10;

/**
 * Deletes the rows that belong to a user, and rows that belong to those. Stores that hold the users do so by
 * themselves. If users are in another store, call it before deleting the user, and again afterwards: rows may
 * have been inserted in between.
 */
export async function removeOwned(
  store: RecordStore,
  tables: readonly Table[],
  owner: { readonly table: string; readonly id: string },
): Promise<void> {
  for (const table of tables) {
    for (const [called, { references }] of Object.entries(table.columns)) {
      if (references !== owner.table) continue;
      await removeBy(store, tables, { table, called, id: owner.id });
    }
  }
}

interface Owned {
  readonly table: Table;
  readonly called: string;
  readonly id: string;
}

async function removeBy(store: RecordStore, tables: readonly Table[], owned: Owned): Promise<void> {
  const { table, called, id } = owned;
  for (;;) {
    const rows = await rowsOf(store, owned);
    const ids = rows.flatMap((row) => keyOf(table, row));
    for (const child of ids) await removeOwned(store, tables, { table: table.name, id: child });
    for (const child of ids) {
      // A row that has moved to another owner meanwhile stays.
      await store.write([{ kind: "remove", table, id: child, if: { [called]: id } }]);
    }
    if (rows.length < batch) return;
  }
}

function rowsOf(store: RecordStore, { table, called, id }: Owned): Promise<readonly Row[]> {
  const where = { [called]: id };
  if (table.key !== called) return store.list(table, where, { limit: batch });
  return store.read(table, where).then((row) => (row ? [row] : []));
}

function keyOf(table: Table, row: Row): string[] {
  const key = row[table.key];
  return typeof key === "string" ? [key] : [];
}
