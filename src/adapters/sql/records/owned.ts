import { ownerColumn } from "../../../core/records/table.js";
import type { Table } from "../../../types/records.js";
import { readUser } from "../../rows/read.js";
import type { FindRowAndUser } from "../../single-query.js";
import { attempt } from "../context.js";
import type { SqlContext } from "../context.js";
import { isInvalidValue } from "../faults.js";
import { rowAndUserFinder } from "../joins.js";
import { canMatch } from "../keys.js";
import { recordLayout } from "./layout.js";
import { explained, plainRow } from "./store.js";

/** Finds rows of plugins and their users by joins, each of which is compiled once. */
export function ownedRows(context: SqlContext): FindRowAndUser {
  const known = new WeakMap<Table, ReturnType<typeof prepare>>();
  return async (table, id) => {
    const prepared = known.get(table) ?? prepare(context, table);
    known.set(table, prepared);
    const { layout, find } = prepared;
    if (!canMatch(context, layout, { [table.key]: id })) return null;
    const reading = attempt(context, isInvalidValue, async () => find(id));
    const found = await explained({ table: layout }, reading, context);
    return found ? { row: plainRow(found.row), user: readUser(found.user) } : null;
  };
}

function prepare(context: SqlContext, table: Table) {
  const layout = recordLayout(table, context);
  context.records.set(table.name, layout);
  const owned = { table: layout, by: table.key, owner: ownerColumn(table) };
  return { layout, find: rowAndUserFinder(context, owned) };
}
