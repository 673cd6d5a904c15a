import { columnOf } from "../../../core/records/table.js";
import type { Table } from "../../../types/records.js";
import type { ResolvedLayout, TableLayout } from "../../sql/layout.js";
import type { TableName } from "../../sql/model.js";
import { recordLayout } from "../../sql/records/layout.js";
import { modelsOf, schemaOf } from "../models.js";
import type { PrismaTables } from "../models.js";
import { notesOf } from "../schema.js";
import { placeOf } from "./place.js";
import type { Place } from "./place.js";

/** The models of a client, as the library uses them. */
export interface ModelSchema {
  readonly layout: ResolvedLayout;
  readonly tables: ReadonlyMap<TableName, Place>;
  readonly toMigrate: string;
  /** The model of a record table. Throws if the client doesn't have it. */
  record(table: Table): RecordPlace;
  /** The model of a database table, with the fields that have these columns. */
  model(table: string, columns: readonly string[]): Place | undefined;
}

export interface RecordPlace extends Place {
  readonly table: Table;
  readonly layout: TableLayout;
}

export function modelSchema(
  client: object,
  { layout, models, toMigrate }: Pick<PrismaTables, "layout" | "models"> & { toMigrate: string },
): ModelSchema {
  const notes = notesOf(schemaOf(client));
  const all = new Map(modelsOf(client).map((model) => [model.table, model]));
  const known = new WeakMap<Table, RecordPlace>();
  const make = (table: Table): RecordPlace => {
    // Names are the same on every database.
    const laidOut = recordLayout(table, { dialect: "postgres", layout });
    const model = all.get(laidOut.table);
    const columns = new Map(
      Object.keys(table.columns).map((name) => [name, laidOut.column(name)] as const),
    );
    const place = model && placeOf(model, notes, columns);
    const missing = Array.from(columns.keys()).filter((name) => place?.fields.has(name) !== true);
    if (place && missing.length === 0) return { ...place, table, layout: laidOut };
    const what = place ? `column ${laidOut.table}.${missing.join(", ")}` : `table ${laidOut.table}`;
    throw new Error(`The Prisma client has no model for the ${what}. ${toMigrate}`);
  };
  return {
    layout,
    toMigrate,
    tables: new Map(Array.from(models, ([name, model]) => [name, placeOf(model, notes)])),
    record(table) {
      const place = known.get(table) ?? make(table);
      known.set(table, place);
      return place;
    },
    model(table, columns) {
      const model = all.get(table);
      return model && placeOf(model, notes, new Map(columns.map((one) => [one, one])));
    },
  };
}

/** The table that a column references, if it does. */
export const referenced = (table: Table, column: string): string | undefined =>
  columnOf(table, column)?.references;
