import { checkTable, columnOf } from "../../../core/records/table.js";
import type { Column, Table } from "../../../types/records.js";
import { namesIn } from "../layout.js";
import type { ResolvedLayout, TableLayout } from "../layout.js";
import type { Field, FieldKind, SqlDialect } from "../model.js";

/** What determines how a record table is laid out in a database. */
export interface RecordSchema {
  readonly dialect: SqlDialect;
  readonly layout: ResolvedLayout;
  /** A sentence that says how to create a missing table, if not with `migrate`. */
  readonly toMigrate?: string | undefined;
}

/** The tables in an order in which they can be created. */
export function recordLayouts(tables: readonly Table[], schema: RecordSchema): TableLayout[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  if (byName.size < tables.length) throw new TypeError("Two record tables have the same name");
  const ordered = new Set<Table>();
  for (const table of tables) addAfterOwners(ordered, byName, table);
  return Array.from(ordered, (table) => {
    const layout = recordLayout(table, schema);
    return { ...layout, owners: ownersOf(table, byName, schema) };
  });
}

/** One table by itself, as statements on its rows need it. */
export function recordLayout(table: Table, { dialect, layout }: RecordSchema): TableLayout {
  checkTable(table);
  const fields = Object.entries(table.columns).map(
    ([name, column]) => [name, fieldOf(column)] as const,
  );
  // Indexes are in key order. InnoDB's end with the key anyway.
  const ending = dialect === "mysql" ? [] : [table.key];
  const indexes = (table.indexes ?? []).filter((columns) => columns.length > 0);
  return {
    name: table.name,
    table: storedName(table, layout),
    fields: Object.fromEntries(fields),
    primaryKey: [table.key],
    unique: table.unique ?? [],
    indexes: [
      ...indexes.map((columns) => Array.from(new Set([...columns, ...ending]))),
      ...(table.expires === undefined ? [] : [[table.expires]]),
    ],
    owners: [],
    isOfRecords: true,
    collatedKeys: layout.collatedKeys,
    ...namesIn(layout.given, table.name),
  };
}

function fieldOf({ kind, nullable = false, default: value, references }: Column): Field {
  return {
    kind: references === "user" ? "ref" : kindOf(kind),
    required: !nullable,
    ...(value !== undefined && { default: value }),
  };
}

/** JSON is text in the store. */
const kindOf = (kind: Column["kind"]): FieldKind => (kind === "json" ? "text" : kind);

/** In the schema of the users, unless the layout says otherwise. */
function storedName({ name, stored }: Table, { given, tables }: ResolvedLayout): string {
  const named = new Map(Object.entries(given.tables)).get(name);
  if (named !== undefined) return named;
  const user = tables.user.table;
  if (stored?.besideUser !== undefined) return `${user}_${stored.besideUser}`;
  return [...user.split(".").slice(0, -1), name].join(".");
}

type ByName = ReadonlyMap<string, Table>;

function ownersOf(table: Table, byName: ByName, schema: RecordSchema): TableLayout["owners"] {
  const { user } = schema.layout.tables;
  return referencesOf(table).map(([field, references]) => {
    if (references === "user") return { field, table: user.table, column: user.column("id") };
    const owner = recordLayout(ownerOf(table, byName, references), schema);
    const [key = ""] = owner.primaryKey;
    return { field, table: owner.table, column: owner.column(key) };
  });
}

function addAfterOwners(ordered: Set<Table>, byName: ByName, table: Table): void {
  if (ordered.has(table)) return;
  for (const [, references] of referencesOf(table)) {
    if (references === "user" || references === table.name) continue;
    const owner = ownerOf(table, byName, references);
    // Two tables reference each other, so one of them can't be resolved first.
    if (referencesOf(owner).some(([, back]) => back === table.name)) {
      throw new TypeError(`${table.name} and ${owner.name} reference each other`);
    }
    addAfterOwners(ordered, byName, owner);
  }
  ordered.add(table);
}

function ownerOf(table: Table, byName: ByName, references: string): Table {
  const owner = byName.get(references);
  if (!owner) throw new TypeError(`${table.name} references ${references}, which isn't declared`);
  // Its key would have the type of user ids, which only the database knows.
  if (columnOf(owner, owner.key)?.references !== undefined) {
    throw new TypeError(
      `${table.name} can't reference ${references}, whose key references another`,
    );
  }
  return owner;
}

function referencesOf(table: Table): (readonly [string, string])[] {
  return Object.entries(table.columns).flatMap(([name, { references }]) =>
    references === undefined ? [] : [[name, references] as const],
  );
}
