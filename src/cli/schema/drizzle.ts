import type { TableLayout } from "../../adapters/sql/layout.js";
import type { Field, FieldKind, SqlDialect } from "../../adapters/sql/model.js";
import { indexName } from "../../adapters/sql/layout.js";
import { camel, schemaOf } from "./wanted.js";
import type { WantedTables } from "./wanted.js";

interface Idiom {
  readonly module: string;
  readonly table: string;
  /** The builder of a column and its options. */
  readonly columns: Readonly<Record<FieldKind, Builder>>;
  readonly number: Builder;
}

type Builder = readonly [name: string, options?: string];

const text: Builder = ["text"];
const sqliteText = { id: text, ref: text, key: text, credential: text, text, json: text };
const key: Builder = ["key"];

const idioms: Readonly<Record<SqlDialect, Idiom>> = {
  sqlite: {
    ...{ module: "drizzle-orm/sqlite-core", table: "sqliteTable", number: ["integer"] },
    columns: {
      ...sqliteText,
      integer: ["integer"],
      boolean: ["integer", '{ mode: "boolean" }'],
      date: ["integer", '{ mode: "timestamp_ms" }'],
    },
  },
  postgres: {
    ...{ module: "drizzle-orm/pg-core", table: "pgTable", number: ["integer"] },
    columns: {
      ...sqliteText,
      integer: ["bigint", '{ mode: "number" }'],
      boolean: ["boolean"],
      date: ["timestamp", '{ mode: "date", withTimezone: true, precision: 3 }'],
    },
  },
  mysql: {
    ...{ module: "drizzle-orm/mysql-core", table: "mysqlTable" },
    number: ["bigint", '{ mode: "number" }'],
    columns: {
      ...{ id: key, ref: key, key, text: ["mediumtext"], json: ["mediumtext"] },
      credential: ["varchar", "{ length: 700 }"],
      integer: ["bigint", '{ mode: "number" }'],
      boolean: ["boolean"],
      date: ["datetime", '{ mode: "date", fsp: 3 }'],
    },
  },
};

/** The builders for the types of ids in SQL. */
const byType: readonly (readonly [RegExp, Builder])[] = [
  [/^uuid$/i, ["uuid"]],
  [/^bigint unsigned|^serial$/i, ["bigint", '{ mode: "number", unsigned: true }']],
  [/^bigint|^bigserial/i, ["bigint", '{ mode: "number" }']],
  [/^int unsigned/i, ["int", "{ unsigned: true }"]],
  [/^integer/i, ["integer"]],
  [/^int\b/i, ["int"]],
];

/** The tables as a module in TypeScript. */
export function drizzleText(wanted: WantedTables): string {
  const { dialect } = wanted;
  const idiom = idioms[dialect];
  const used = new Set<string>();
  const use = (name: string): string => {
    used.add(name);
    return name;
  };
  const tables = [...wanted.own, ...wanted.more].map((table) => tableText(wanted, table, use));
  const isKeyed = used.delete("key");
  if (isKeyed) used.add("customType");
  const names = [...used].sort().join(", ");
  const note =
    wanted.own.length === 0 && tables.some((one) => one.includes("users.id"))
      ? `// \`users\` is your own table of users: import it here, or put these tables beside it.\n`
      : "";
  const head = `import { ${names} } from "${idiom.module}";\n${note}`;
  return [head, ...(isKeyed ? [binaryKey] : []), ...tables].join("\n");
}

const binaryKey = `/** Compared byte by byte: other collations take \`A\` for \`a\`. */
const key = customType<{ data: string }>({
  dataType: () => "varchar(255) character set utf8mb4 collate utf8mb4_bin",
});
`;

const variables: Readonly<Record<string, string>> = {
  user: "users",
  account: "accounts",
  session: "sessions",
  verificationToken: "verificationTokens",
  authenticator: "authenticators",
};

const variableOf = ({ name, table }: TableLayout): string => variables[name] ?? camel(table);

type Use = (name: string) => string;

function tableText(wanted: WantedTables, table: TableLayout, use: Use): string {
  const schema = schemaOf(table.table);
  const called = JSON.stringify(table.table.split(".").at(-1));
  const make =
    schema === undefined
      ? use(idioms[wanted.dialect].table)
      : `${use("pgSchema")}(${JSON.stringify(schema)}).table`;
  const columns = Object.entries(table.fields).map(
    ([name, field]) => `  ${name}: ${columnText(wanted, table, { name, field, use })},`,
  );
  const keys = keysOf(table, use);
  const opening = `export const ${variableOf(table)} = ${make}(${called}, {`;
  if (keys.length === 0) return [opening, ...columns, "});", ""].join("\n");
  const ending = ["}, (table) => [", ...keys.map((one) => `  ${one},`), "]);", ""];
  return [opening, ...columns, ...ending].join("\n");
}

interface Named {
  readonly name: string;
  readonly field: Field;
  readonly use: Use;
}

function columnText(wanted: WantedTables, table: TableLayout, { name, field, use }: Named): string {
  const [builder, options] = builderOf(wanted, field);
  const column = JSON.stringify(table.column(name));
  const start = `${use(builder)}(${[column, ...(options === undefined ? [] : [options])].join(", ")})`;
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === name;
  const isUnique = table.unique.some((one) => one.length === 1 && one[0] === name);
  const owner = table.owners.find((one) => one.field === name);
  return [
    start,
    ...(isKey ? [keyText(wanted, field)] : []),
    ...(field.required === true && !isKey ? [".notNull()"] : []),
    ...(isUnique ? [".unique()"] : []),
    ...defaultOf(field, wanted.dialect),
    ...(owner ? [`.references(() => ${ownerOf(wanted, owner)}, { onDelete: "cascade" })`] : []),
  ].join("");
}

function keyText({ layout, dialect }: WantedTables, { kind }: Field): string {
  if (kind !== "id") return ".primaryKey()";
  if (layout.ids === "text") return ".primaryKey().$defaultFn(() => crypto.randomUUID())";
  if (dialect === "sqlite") return ".primaryKey({ autoIncrement: true })";
  return dialect === "mysql"
    ? ".autoincrement().primaryKey()"
    : ".primaryKey().generatedByDefaultAsIdentity()";
}

function builderOf({ dialect, layout, idType }: WantedTables, { kind }: Field): Builder {
  const { columns, number } = idioms[dialect];
  if (kind !== "id" && kind !== "ref") return columns[kind];
  const length = /^varchar\((\d+)\)/i.exec(idType ?? "")?.[1];
  if (length !== undefined) return ["varchar", `{ length: ${length} }`];
  const found = byType.find(([type]) => idType !== undefined && type.test(idType))?.[1];
  return found ?? (layout.ids === "number" ? number : columns[kind]);
}

/** MySQL has none for long texts. */
function defaultOf({ kind, default: value, required }: Field, dialect: SqlDialect): string[] {
  if (value === undefined || required !== true) return [];
  if (kind === "text" && dialect === "mysql") return [];
  return [`.default(${JSON.stringify(value)})`];
}

function ownerOf(wanted: WantedTables, owner: TableLayout["owners"][number]): string {
  if (owner.table === wanted.layout.tables.user.table) return "users.id";
  const found = wanted.more.find(({ table }) => table === owner.table);
  return `${found ? variableOf(found) : camel(owner.table)}.${owner.column}`;
}

function keysOf(table: TableLayout, use: Use): string[] {
  const list = (fields: readonly string[]) => fields.map((field) => `table.${field}`).join(", ");
  const named = (fields: readonly string[], ending: string) =>
    JSON.stringify(indexName(table, [...fields.map((field) => table.column(field)), ending]));
  return [
    ...(table.primaryKey.length > 1
      ? [`${use("primaryKey")}({ columns: [${list(table.primaryKey)}] })`]
      : []),
    ...table.unique
      .filter((fields) => fields.length > 1)
      .map((fields) => `${use("uniqueIndex")}(${named(fields, "key")}).on(${list(fields)})`),
    ...table.indexes.map(
      (fields) => `${use("index")}(${named(fields, "idx")}).on(${list(fields)})`,
    ),
  ];
}
