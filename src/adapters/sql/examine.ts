import type { ExistingColumn, ExistingTable } from "./inspect.js";
import { fillingOf } from "./fill.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { FieldKind, SqlDialect } from "./model.js";
import { missingOwners } from "./plan.js";
import type { Existing, Wanted } from "./plan.js";

/** What is wrong with the tables there are, each in a sentence that names the column. */
export interface Findings {
  /** Rows can not be written, or are not read as they were written. */
  problems: readonly string[];
  /** Some rows can not be written. */
  warnings: readonly string[];
}

interface Finding {
  problem?: string;
  warning?: string;
}

/** Looks for what will not work, before it fails at somebody's sign-in. */
export function examine({ dialect, layout, tables }: Wanted, existing: Existing): Findings {
  const findings = tables.flatMap((wanted) => {
    const found = existing.get(wanted.table);
    if (!found) return [];
    const table = { dialect, layout, table: wanted, found };
    return [...columnFindings(table), ...keyFindings(table), ...ownerFindings(table)];
  });
  return {
    problems: findings.flatMap(({ problem }) => problem ?? []),
    warnings: findings.flatMap(({ warning }) => warning ?? []),
  };
}

interface Table {
  dialect: SqlDialect;
  layout: ResolvedLayout;
  table: TableLayout;
  found: ExistingTable;
}

function columnFindings(table: Table): Finding[] {
  return Array.from(table.found.columns).flatMap(([name, column]) => {
    const field = table.table.field(name);
    const known = table.table.fields[field];
    const called = `The column ${table.table.table}.${name}`;
    if (!known) return unknownColumn(table, { name, called, column });
    const { kind, required = false } = known;
    return [
      ...typeFinding(table, { kind, called, column }),
      ...(column.required && !required
        ? [{ warning: `${called} must have a value: a row without one is refused.` }]
        : []),
      ...lengthFinding(field, called, column),
      ...(field === "counter" && isSmall(table.dialect, column)
        ? [{ warning: smallCounter(called) }]
        : []),
      ...(field === "id" && table.table.name === "user" && column.reused
        ? [{ warning: reusedIds(table.table.table) }]
        : []),
      ...(column.touched
        ? [{ warning: `${called} is set to the time of every change of its row by the database.` }]
        : []),
    ];
  });
}

interface Seen {
  called: string;
  column: ExistingColumn;
}

function unknownColumn(table: Table, { name, called, column }: Seen & { name: string }): Finding[] {
  if (!column.required) return [];
  const fillable = fillingOf(name, column) !== undefined;
  if (fillable && table.layout.fill) return [];
  const text = `${called} must have a value, has no default, and is not written by the adapter.`;
  const cure = fillable
    ? 'Use the layout "prisma" or, in one of your own, `fill: true`; or give the column a default.'
    : "Give the column a default.";
  // A trigger may give it one.
  return [table.found.triggers ? { warning: `${text} ${cure}` } : { problem: `${text} ${cure}` }];
}

/** The types that can hold a kind. SQLite holds anything anywhere. */
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

function typeFinding(
  { dialect, layout, table }: Table,
  seen: Seen & { kind: FieldKind },
): Finding[] {
  const { kind, called, column } = seen;
  const is = `${called} has the type ${column.type}`;
  if (dialect === "sqlite") {
    const milliseconds = kind === "date" && /^int/i.test(column.type);
    return milliseconds && table.sqliteDates === "text"
      ? [
          {
            problem: `${is}, but this layout keeps dates as text. Say \`sqliteDates: "milliseconds"\`.`,
          },
        ]
      : [];
  }
  if (kind === "id" || kind === "ref") {
    const fits = integerType.test(column.type) === (layout.ids === "number");
    const other = layout.ids === "number" ? "text" : "number";
    return fits ? [] : [{ problem: `${is}. Say \`ids: "${other}"\` in the layout.` }];
  }
  if (holds[kind].test(column.type)) return [];
  return [{ problem: `${is}, which can not hold ${wanted[kind]}.` }];
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

/** How long a value may well be. */
const lengths: Readonly<Record<string, number>> = {
  access_token: 4096,
  refresh_token: 4096,
  id_token: 4096,
  image: 1024,
  credentialID: 1364,
  credentialPublicKey: 1024,
};

function lengthFinding(field: string, called: string, { type }: ExistingColumn): Finding[] {
  const most = Number(/char(?:acter varying)?\((\d+)\)/i.exec(type)?.[1] ?? Infinity);
  if (!Object.hasOwn(lengths, field) || most >= (lengths[field] ?? 0)) return [];
  return [{ warning: `${called} holds ${most} characters: a sign-in that brings more fails.` }];
}

/** The counter of an authenticator has 32 bits and no sign. */
const isSmall = (dialect: SqlDialect, { type }: ExistingColumn): boolean =>
  dialect !== "sqlite" &&
  /^(?:integer|int|mediumint|smallint)\b/i.test(type) &&
  !/unsigned/i.test(type);

const smallCounter = (called: string): string =>
  `${called} holds numbers up to 2147483647: a passkey that has counted further fails.`;

const reusedIds = (table: string): string =>
  `The table ${table} gives the id of a user who was deleted to the next one, for whom a JWT session of the former then counts. ` +
  "SQLite can't change that in place: create the table again with `integer primary key autoincrement` and copy its rows.";

/** Elsewhere the foreign key is added. */
function ownerFindings({ dialect, table, found }: Table): Finding[] {
  if (dialect !== "sqlite") return [];
  return missingOwners(table, found).map((owner) => ({
    warning:
      `The column ${table.table}.${table.column(owner.field)} has no foreign key to ${owner.table} with ` +
      "`on delete cascade`: rows may stay when what they belong to is deleted.",
  }));
}

function keyFindings({ table, found }: Table): Finding[] {
  const owner = table.column("userId");
  const alone = found.indexes.some(
    ({ unique, columns }) => unique && columns.length === 1 && columns[0] === owner,
  );
  // Of some rows a user has one.
  const isOne = [table.primaryKey, ...table.unique].some(
    ([first, ...others]) => first === "userId" && others.length === 0,
  );
  if (!alone || isOne || table.fields["userId"] === undefined) return [];
  return [
    {
      warning: `The column ${table.table}.${owner} has a unique key: a second row of the same user is refused.`,
    },
  ];
}
