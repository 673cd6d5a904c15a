import { fillingOf } from "./fill.js";
import type { ExistingColumn, ExistingTable } from "./inspect.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { Field, FieldKind, SqlDialect } from "./model.js";
import { missingOwners } from "./plan.js";
import type { Existing, Wanted } from "./plan.js";

/** Problems of existing tables, in sentences that name the column. */
export interface Findings {
  /** Rows can't be written, or are read differently from how they were written. */
  problems: readonly string[];
  /** Some rows can't be written. */
  warnings: readonly string[];
}

type Finding = readonly [weight: keyof Findings, text: string];

/** Finds problems in tables before they break a sign-in. */
export function examine({ dialect, layout, tables }: Wanted, existing: Existing): Findings {
  const findings = tables.flatMap((table) => {
    const found = existing.get(table.table);
    return found ? [...findingsIn({ dialect, layout, table, found })] : [];
  });
  const of = (weight: keyof Findings) =>
    findings.flatMap(([found, text]) => (found === weight ? [text] : []));
  return { problems: of("problems"), warnings: of("warnings") };
}

interface Table {
  dialect: SqlDialect;
  layout: ResolvedLayout;
  table: TableLayout;
  found: ExistingTable;
}

interface Seen {
  called: string;
  column: ExistingColumn;
}

function* findingsIn(table: Table): Generator<Finding> {
  for (const [name, column] of table.found.columns) {
    const seen = { called: `The column ${table.table.table}.${name}`, column };
    const field = table.table.field(name);
    const known = table.table.fields[field];
    if (known) yield* columnFindings(table, { ...seen, field, known });
    else yield* unknownColumn(table, { ...seen, name });
  }
  yield* keyFindings(table);
  yield* ownerFindings(table);
}

function* columnFindings(
  { dialect, layout, table }: Table,
  { field, known, called, column }: Seen & { field: string; known: Field },
): Generator<Finding> {
  const problem = typeProblem({ dialect, layout, table }, { called, column, kind: known.kind });
  if (problem !== undefined) yield ["problems", problem];
  if (column.required && !known.required) {
    yield ["warnings", `${called} is required, so rows without a value are refused.`];
  }
  const most = Number(/char(?:acter varying)?\((\d+)\)/i.exec(column.type)?.[1] ?? Infinity);
  if (Object.hasOwn(lengths, field) && most < (lengths[field] ?? 0)) {
    const text = `${called} holds at most ${most} characters, so sign-ins with a longer value fail.`;
    yield ["warnings", text];
  }
  if (field === "counter" && isSmall(dialect, column)) {
    const text = `${called} holds numbers up to 2147483647, so passkeys with a higher counter fail.`;
    yield ["warnings", text];
  }
  if (field === "id" && table.name === "user" && column.reused) {
    yield ["warnings", reusedIds(table.table)];
  }
  if (column.touched) {
    const text = `${called} is overwritten by the database with the current time whenever its row changes.`;
    yield ["warnings", text];
  }
}

function* unknownColumn(
  { layout, found }: Table,
  { name, called, column }: Seen & { name: string },
): Generator<Finding> {
  if (!column.required) return;
  const fillable = fillingOf(name, column) !== undefined;
  if (fillable && layout.fill) return;
  const cure = fillable
    ? 'Use the layout "prisma" or, in one of your own, `fill: true`; or give the column a default.'
    : "Give the column a default.";
  const text = `${called} is required, has no default, and isn't written by the adapter. ${cure}`;
  // A trigger may set it.
  yield [found.triggers ? "warnings" : "problems", text];
}

/** The column types that can hold each kind. SQLite columns hold anything. */
const holds: Readonly<Record<FieldKind, RegExp>> = {
  id: /./,
  ref: /./,
  key: /char|text|enum|user-defined|^[^a-z]|uuid|citext|name/i,
  credential: /char|text|citext/i,
  text: /char|text|citext|enum|json|user-defined/i,
  integer: /int|numeric|decimal|number|double|real|float/i,
  boolean: /bool|int|bit/i,
  date: /^(?:timestamp|datetime|date)/i,
  json: /char|text|json/i,
};

const integerType = /int|serial|numeric|decimal/i;

function typeProblem(
  { dialect, layout, table }: Omit<Table, "found">,
  { kind, called, column }: Seen & { kind: FieldKind },
): string | undefined {
  const is = `${called} has the type ${column.type}`;
  if (dialect === "sqlite") {
    const milliseconds = kind === "date" && /^int/i.test(column.type);
    if (!milliseconds || table.sqliteDates !== "text") return undefined;
    return `${is}, but this layout keeps dates as text. Set \`sqliteDates: "milliseconds"\` in the layout.`;
  }
  if (kind === "id" || kind === "ref") {
    const other = layout.ids === "number" ? "text" : "number";
    const fits = integerType.test(column.type) === (layout.ids === "number");
    return fits ? undefined : `${is}. Set \`ids: "${other}"\` in the layout.`;
  }
  return holds[kind].test(column.type) ? undefined : `${is}, which can't hold ${wanted[kind]}.`;
}

const wanted: Readonly<Record<FieldKind, string>> = {
  id: "an id",
  ref: "an id",
  key: "a text",
  credential: "a text",
  text: "a text",
  integer: "a number",
  boolean: "true and false",
  date: "a date with its time",
  json: "JSON",
};

/** The longest values that are expected. */
const lengths: Readonly<Record<string, number>> = {
  access_token: 4096,
  refresh_token: 4096,
  id_token: 4096,
  image: 1024,
  credentialID: 1364,
  credentialPublicKey: 1024,
};

/** A passkey's counter is an unsigned 32-bit number. */
const isSmall = (dialect: SqlDialect, { type }: ExistingColumn): boolean =>
  dialect !== "sqlite" &&
  /^(?:integer|int|mediumint|smallint)\b/i.test(type) &&
  !/unsigned/i.test(type);

const reusedIds = (table: string): string =>
  `The table ${table} reuses the ids of deleted users, so a deleted user's JWT session can sign in as a new user. ` +
  "SQLite can't change that in place: create the table again with `integer primary key autoincrement` and copy its rows.";

/** Elsewhere, the foreign key is added. */
function* ownerFindings({ dialect, table, found }: Table): Generator<Finding> {
  if (dialect !== "sqlite") return;
  for (const owner of missingOwners(table, found)) {
    const text =
      `The column ${table.table}.${table.column(owner.field)} has no foreign key to ${owner.table} with ` +
      "`on delete cascade`, so its rows may stay when their owner is deleted.";
    yield ["warnings", text];
  }
}

function* keyFindings({ table, found }: Table): Generator<Finding> {
  const owner = table.column("userId");
  const alone = found.indexes.some(
    ({ unique, columns }) => unique && columns.length === 1 && columns[0] === owner,
  );
  // Some tables have one row per user.
  const isOne = [table.primaryKey, ...table.unique].some(
    ([first, ...others]) => first === "userId" && others.length === 0,
  );
  if (!alone || isOne || table.fields["userId"] === undefined) return;
  const text = `The column ${table.table}.${owner} has a unique key, so a user can't have a second row.`;
  yield ["warnings", text];
}
