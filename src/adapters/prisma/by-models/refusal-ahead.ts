import { Conflict, MissingOwner } from "../../../types/records.js";
import type { Change, Table } from "../../../types/records.js";
import { toText } from "../../rows/convert.js";
import { tableIn } from "./context.js";
import type { ModelContext } from "./context.js";
import { ModelTable } from "./table.js";

/**
 * Why the database would refuse a change, before it's made. The rows of the other changes, which are
 * made with it, don't count.
 */
export async function refusalAhead(
  context: ModelContext,
  change: Change,
  together: readonly Change[],
): Promise<Conflict | MissingOwner | undefined> {
  if (change.kind === "remove") return undefined;
  const { table } = change;
  const records = new ModelTable(context, context.schema.record(table));
  const isInsert = change.kind === "insert";
  const row = isInsert ? change.row : await changed(records, change);
  if (isInsert && (await records.count({ [table.key]: row[table.key] }, 1)) > 0) {
    return new Conflict(table.name, [table.key]);
  }
  const own = together.filter((one) => one.table.name === table.name).map(idOf);
  for (const columns of table.unique ?? []) {
    const key = Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
    if (Object.values(key).includes(null)) continue;
    const others = (await records.keysTakenBy(key, table.key)).filter((id) => !own.includes(id));
    if (others.length > 0) return new Conflict(table.name, columns);
  }
  const isOrphan = await lacksOwner(context, { table, row }, together);
  return isOrphan ? new MissingOwner(table.name) : undefined;
}

/** The row as it will be, of which the keys matter. */
async function changed(records: ModelTable, change: Extract<Change, { kind: "update" }>) {
  const row = await records.find({ [change.table.key]: change.id });
  return { ...row, ...change.changes };
}

const idOf = (change: Change): string =>
  change.kind === "insert" ? toText(change.row[change.table.key]) : change.id;

async function lacksOwner(
  context: ModelContext,
  { table, row }: { table: Table; row: Readonly<Record<string, unknown>> },
  together: readonly Change[],
): Promise<boolean> {
  for (const [column, { references }] of Object.entries(table.columns)) {
    const id = row[column];
    if (references === undefined || id === null || id === undefined) continue;
    const isInserted = together.some(
      (one) => one.kind === "insert" && one.table.name === references && idOf(one) === id,
    );
    if (!isInserted && !(await exists(context, references, toText(id)))) return true;
  }
  return false;
}

/** The database decides about a table that this process hasn't used yet. */
async function exists(context: ModelContext, references: string, id: string): Promise<boolean> {
  const table = context.used.get(references);
  const place = references === "user" ? tableIn(context, "user") : undefined;
  if (place) return (await new ModelTable(context, place).find({ id })) !== undefined;
  if (!table) return true;
  const owners = new ModelTable(context, context.schema.record(table));
  return (await owners.find({ [table.key]: id })) !== undefined;
}
