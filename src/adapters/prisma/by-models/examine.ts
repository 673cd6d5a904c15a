import { declaredTables } from "../../../core/records/declared.js";
import type { DeclaresTables } from "../../../core/records/declared.js";
import { isOutdated } from "../../sql/faults.js";
import type { ModelContext } from "./context.js";
import { recordLayout } from "../../sql/records/layout.js";
import { ModelTable } from "./table.js";
import type { Place } from "./place.js";

/** What the client or its database lacks, in a sentence with the command that adds it. */
export async function missingModels(
  context: ModelContext,
  declared: DeclaresTables,
): Promise<string[]> {
  const { schema } = context;
  const { layout, tables, toMigrate } = schema;
  const lacks: string[] = [];
  for (const [name, place] of tables) {
    lacks.push(...(await lackingIn(context, layout.tables[name].table, place)));
  }
  for (const table of declaredTables(declared)) {
    const laidOut = recordLayout(table, { dialect: "postgres", layout });
    const columns = Object.keys(table.columns).map((name) => laidOut.column(name));
    const place = schema.model(laidOut.table, columns);
    const found = new Set(Array.from(place?.fields.values() ?? [], ({ column }) => column));
    if (place) {
      const missing = columns.filter((column) => !found.has(column));
      lacks.push(...missing.map((column) => `the column ${laidOut.table}.${column}`));
    }
    lacks.push(...(await lackingIn(context, laidOut.table, place)));
  }
  return lacks.length === 0
    ? []
    : [`The database is behind: it lacks ${listOf(lacks)}. ${toMigrate}`];
}

async function lackingIn(context: ModelContext, table: string, place: Place | undefined) {
  if (!place) return [`the table ${table}`];
  try {
    await new ModelTable(context, place).page({}, { by: firstOf(place), limit: 1 });
    return [];
  } catch (error) {
    if (isOutdated(error)) return [`the table ${table}, or columns of it`];
    throw error;
  }
}

const firstOf = ({ fields }: Place): string => fields.keys().next().value ?? "id";

const listOf = (parts: readonly string[]): string =>
  parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} and ${parts.slice(-1).join("")}`;
