import { fillingOf } from "./fill.js";
import type { ExistingColumn, ExistingTable } from "./inspect.js";
import type { ResolvedLayout, TableLayout } from "./layout.js";
import type { FieldKind, SqlDialect } from "./model.js";
import { missingOwners } from "./plan.js";
import type { Existing, Wanted } from "./plan.js";

/** Problems of existing tables, in sentences that name the column. */
export interface Findings {
  /** Rows can't be written, or are read differently from how they were written. */
  problems: readonly string[];
  /** Some rows can't be written. */
  warnings: readonly string[];
}

interface Finding {
  problem?: string;
  warning?: string;
}

/** Finds problems in tables before they break a sign-in. */
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
        ? [{ warning: `${called} is required, so rows without a value are refused.` }]
        : []),
      ...lengthFinding(field, called, column),
      ...(field === "counter" && isSmall(table.dialect, column)
        ? [{ warning: smallCounter(called) }]
        : []),
      ...(field === "id" && table.table.name === "user" && column.reused
        ? [{ warning: reusedIds(table.table.table) }]
        : []),
      ...(column.touched
        ? [
            {
              warning: `${called} is overwritten by the database with the current time whenever its row changes.`,
            },
          ]
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
  const text = `${called} is required, has no default, and isn't written by the adapter.`;
  const cure = fillable
    ? 'Use the layout "prisma" or, in one of your own, `fill: true`; or give the column a default.'
    : "Give the column a default.";
  // A trigger may set it.
  return [table.found.triggers ? { warning: `${text} ${cure}` } : { problem: `${text} ${cure}` }];
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
            problem: `${is}, but this layout keeps dates as text. Set \`sqliteDates: "milliseconds"\` in the layout.`,
          },
        ]
      : [];
  }
  if (kind === "id" || kind === "ref") {
    const fits = integerType.test(column.type) === (layout.ids === "number");
    const other = layout.ids === "number" ? "text" : "number";
    return fits ? [] : [{ problem: `${is}. Set \`ids: "${other}"\` in the layout.` }];
  }
  if (holds[kind].test(column.type)) return [];
  return [{ problem: `${is}, which can't hold ${wanted[kind]}.` }];
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

function lengthFinding(field: string, called: string, { type }: ExistingColumn): Finding[] {
  const most = Number(/char(?:acter varying)?\((\d+)\)/i.exec(type)?.[1] ?? Infinity);
  if (!Object.hasOwn(lengths, field) || most >= (lengths[field] ?? 0)) return [];
  return [
    {
      warning: `${called} holds at most ${most} characters, so sign-ins with a longer value fail.`,
    },
  ];
}

/** A passkey's counter is an unsigned 32-bit number. */
const isSmall = (dialect: SqlDialect, { type }: ExistingColumn): boolean =>
  dialect !== "sqlite" &&
  /^(?:integer|int|mediumint|smallint)\b/i.test(type) &&
  !/unsigned/i.test(type);

const smallCounter = (called: string): string =>
  `${called} holds numbers up to 2147483647, so passkeys with a higher counter fail.`;

const reusedIds = (table: string): string =>
  `The table ${table} reuses the ids of deleted users, so a deleted user's JWT session can sign in as a new user. ` +
  "SQLite can't change that in place: create the table again with `integer primary key autoincrement` and copy its rows.";

/** Elsewhere, the foreign key is added. */
function ownerFindings({ dialect, table, found }: Table): Finding[] {
  if (dialect !== "sqlite") return [];
  return missingOwners(table, found).map((owner) => ({
    warning:
      `The column ${table.table}.${table.column(owner.field)} has no foreign key to ${owner.table} with ` +
      "`on delete cascade`, so its rows may stay when their owner is deleted.",
  }));
}

function keyFindings({ table, found }: Table): Finding[] {
  const owner = table.column("userId");
  const alone = found.indexes.some(
    ({ unique, columns }) => unique && columns.length === 1 && columns[0] === owner,
  );
  // Some tables have one row per user.
  const isOne = [table.primaryKey, ...table.unique].some(
    ([first, ...others]) => first === "userId" && others.length === 0,
  );
  if (!alone || isOne || table.fields["userId"] === undefined) return [];
  return [
    {
      warning: `The column ${table.table}.${owner} has a unique key, so a user can't have a second row.`,
    },
  ];
}
