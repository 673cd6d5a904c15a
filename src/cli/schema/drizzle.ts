import { indexName, type TableLayout } from "../../adapters/sql/layout.js";
import type { Field, FieldKind, SqlDialect } from "../../adapters/sql/model.js";
import { camel, columnOf, defaultOf, schemaOf, type WantedTables } from "./wanted.js";

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

type Wanted = WantedTables<SqlDialect>;

/** Names a builder, so that it's imported. */
type Use = (name: string) => string;

/** The tables as a module in TypeScript. */
export function drizzleText(wanted: Wanted): string {
  const used = new Set<string>();
  const use = (name: string): string => {
    used.add(name);
    return name;
  };
  const tables = [...wanted.own, ...wanted.more].map((table) => tableText(wanted, table, use));
  const isKeyed = used.delete("key");
  if (isKeyed) used.add("customType");
  const note =
    wanted.own.length === 0 && tables.some((one) => one.includes("users.id"))
      ? `// \`users\` is your own table of users: import it here, or put these tables beside it.\n`
      : "";
  const head = `import { ${[...used].sort().join(", ")} } from "${idioms[wanted.dialect].module}";\n${note}`;
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

function tableText(wanted: Wanted, table: TableLayout, use: Use): string {
  const schema = schemaOf(table.table);
  const called = JSON.stringify(table.table.split(".").at(-1));
  const make =
    schema === undefined
      ? use(idioms[wanted.dialect].table)
      : `${use("pgSchema")}(${JSON.stringify(schema)}).table`;
  const keys = keysOf(table, use).map((one) => `  ${one},`);
  return [
    `export const ${variableOf(table)} = ${make}(${called}, {`,
    ...Object.entries(table.fields).map(
      ([name, field]) => `  ${name}: ${columnText(wanted, table, { name, field, use })},`,
    ),
    ...(keys.length === 0 ? ["});"] : ["}, (table) => [", ...keys, "]);"]),
    "",
  ].join("\n");
}

interface Named {
  readonly name: string;
  readonly field: Field;
  readonly use: Use;
}

function columnText(wanted: Wanted, table: TableLayout, { name, field, use }: Named): string {
  const [builder, options] = builderOf(wanted, field);
  const { column, isKey, isUnique } = columnOf(table, name);
  const owner = table.owners.find((one) => one.field === name);
  const standard = defaultOf(field, wanted.dialect);
  return [
    `${use(builder)}(${JSON.stringify(column)}${options === undefined ? "" : `, ${options}`})`,
    isKey && keyText(wanted, field),
    field.required === true && !isKey && ".notNull()",
    isUnique && ".unique()",
    standard !== undefined && `.${standard}`,
    owner && `.references(() => ${ownerOf(wanted, owner)}, { onDelete: "cascade" })`,
  ]
    .filter(Boolean)
    .join("");
}

function keyText({ layout, dialect }: Wanted, { kind }: Field): string {
  if (kind !== "id") return ".primaryKey()";
  if (layout.ids === "text") return ".primaryKey().$defaultFn(() => crypto.randomUUID())";
  if (dialect === "sqlite") return ".primaryKey({ autoIncrement: true })";
  return dialect === "mysql"
    ? ".autoincrement().primaryKey()"
    : ".primaryKey().generatedByDefaultAsIdentity()";
}

function builderOf({ dialect, layout, idType }: Wanted, { kind }: Field): Builder {
  const { columns, number } = idioms[dialect];
  if (kind !== "id" && kind !== "ref") return columns[kind];
  const length = /^varchar\((\d+)\)/i.exec(idType ?? "")?.[1];
  if (length !== undefined) return ["varchar", `{ length: ${length} }`];
  const found = byType.find(([type]) => idType !== undefined && type.test(idType))?.[1];
  return found ?? (layout.ids === "number" ? number : columns[kind]);
}

function ownerOf(wanted: Wanted, owner: TableLayout["owners"][number]): string {
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
