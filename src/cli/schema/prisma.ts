import type { TableLayout } from "../../adapters/sql/layout.js";
import type { Field, FieldKind, SqlDialect } from "../../adapters/sql/model.js";
import { camel, pascal, schemaOf } from "./wanted.js";
import type { WantedTables } from "./wanted.js";

/** A model with its lines, each of a name, a type and attributes. */
export interface PrismaModel {
  readonly name: string;
  readonly table: string;
  readonly fields: readonly PrismaField[];
  readonly attributes: readonly string[];
}

export interface PrismaField {
  readonly name: string;
  readonly type: string;
  readonly attributes: string;
  /** Missing for the side of a relation. */
  readonly column?: string;
}

/** The models of these tables. */
export function prismaModels(wanted: WantedTables): PrismaModel[] {
  const tables = [...wanted.own, ...wanted.more];
  return tables.map((table) => ({
    name: modelName(table),
    table: table.table,
    fields: [
      ...Object.entries(table.fields).map(([name, field]) =>
        scalar(wanted, table, { name, field }),
      ),
      ...table.owners.map((owner) => relation(wanted, table, owner)),
      ...tables.flatMap((other) => backRelations(table, other)),
    ],
    attributes: attributesOf(table),
  }));
}

/** The models as text. */
export function prismaText(wanted: WantedTables): string {
  const note =
    wanted.own.length === 0
      ? "// Run `npx prisma format` afterwards: it adds the other side of each relation to your models.\n\n"
      : "";
  return note + prismaModels(wanted).map(modelText).join("\n");
}

function modelText({ name, fields, attributes }: PrismaModel): string {
  const width = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const names = width(fields.map((field) => field.name));
  const types = width(fields.map((field) => field.type));
  const lines = fields.map((field) =>
    `  ${field.name.padEnd(names)} ${field.type.padEnd(types)} ${field.attributes}`.trimEnd(),
  );
  const ending = attributes.length === 0 ? [] : ["", ...attributes.map((one) => `  ${one}`)];
  return [`model ${name} {`, ...lines, ...ending, "}", ""].join("\n");
}

const modelName = ({ table }: TableLayout): string => pascal(table);

const types: Readonly<Record<FieldKind, string>> = {
  id: "String",
  ref: "String",
  key: "String",
  credential: "String",
  text: "String",
  integer: "BigInt",
  boolean: "Boolean",
  date: "DateTime",
  json: "Json",
};

const nativeOnMysql: Partial<Record<FieldKind, string>> = {
  key: "@db.VarChar(255)",
  text: "@db.MediumText",
  credential: "@db.VarChar(700)",
};

/** Seconds since 1970, and a number of seconds: the types that Prisma schemas commonly use. */
const small = new Set(["expires_at", "expires_in"]);

interface Named {
  readonly name: string;
  readonly field: Field;
}

function scalar(wanted: WantedTables, table: TableLayout, { name, field }: Named): PrismaField {
  const [type = "", native] = typeOf(wanted, { name, field }).split(" ", 2);
  const column = table.column(name);
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === name;
  const isUnique = table.unique.some((key) => key.length === 1 && key[0] === name);
  const attributes = [
    ...(isKey ? ["@id"] : []),
    ...(isUnique ? ["@unique"] : []),
    ...(field.kind === "id" ? [idDefault(type)] : defaultOf(field, wanted.dialect)),
    ...(column === name ? [] : [`@map(${JSON.stringify(column)})`]),
    ...(native === undefined ? [] : [native]),
  ];
  return {
    name,
    type: field.required === true ? type : `${type}?`,
    attributes: attributes.join(" "),
    column,
  };
}

function typeOf({ idType, layout, dialect }: WantedTables, { name, field }: Named): string {
  const { kind } = field;
  if (kind === "id" || kind === "ref") {
    return idType ?? (layout.ids === "number" ? "Int" : "String");
  }
  const type = small.has(name) ? "Int" : types[kind];
  const native = dialect === "mysql" ? nativeOnMysql[kind] : undefined;
  return native === undefined ? type : `${type} ${native}`;
}

const idDefault = (type: string): string =>
  type === "String" ? "@default(cuid())" : "@default(autoincrement())";

/** MySQL has none for long texts. */
function defaultOf({ kind, default: value, required }: Field, dialect: SqlDialect): string[] {
  if (value === undefined || required !== true) return [];
  if (kind === "text" && dialect === "mysql") return [];
  return [`@default(${JSON.stringify(value)})`];
}

type Owner = TableLayout["owners"][number];

/** `userId` as `user`. */
const relationName = (field: string): string => field.replace(/Id$/, "") || field;

const label = (table: TableLayout, owner: Owner): string => {
  const others = table.owners.filter((one) => one.table === owner.table);
  const isPlain = others.length === 1 && owner.table !== table.table;
  return isPlain ? "" : `"${modelName(table)}_${owner.field}", `;
};

function relation({ layout, users }: WantedTables, table: TableLayout, owner: Owner): PrismaField {
  const isOfUser = owner.table === layout.tables.user.table;
  const optional = table.fields[owner.field]?.required === true ? "" : "?";
  return {
    name: freeName(table, relationName(owner.field)),
    type: `${isOfUser ? users : pascal(owner.table)}${optional}`,
    attributes: `@relation(${label(table, owner)}fields: [${owner.field}], references: [${isOfUser ? "id" : owner.column}], onDelete: Cascade)`,
  };
}

const freeName = ({ fields }: TableLayout, name: string): string =>
  Object.hasOwn(fields, name) ? `${name}Row` : name;

function backRelations(table: TableLayout, other: TableLayout): PrismaField[] {
  return other.owners
    .filter((owner) => owner.table === table.table)
    .map((owner) => {
      const named = label(other, owner);
      const isOne = [other.primaryKey, ...other.unique].some(
        (key) => key.length === 1 && key[0] === owner.field,
      );
      return {
        name: camel(other.table) + (named === "" ? "" : `By${pascal(relationName(owner.field))}`),
        type: `${modelName(other)}${isOne ? "?" : "[]"}`,
        attributes: named === "" ? "" : `@relation(${named.replace(/, $/, "")})`,
      };
    });
}

function attributesOf(table: TableLayout): string[] {
  const list = (fields: readonly string[]) => `([${fields.join(", ")}])`;
  const called = table.table.split(".").at(-1) ?? table.table;
  const schema = schemaOf(table.table);
  return [
    ...(table.primaryKey.length > 1 ? [`@@id${list(table.primaryKey)}`] : []),
    ...table.unique.filter((key) => key.length > 1).map((key) => `@@unique${list(key)}`),
    ...table.indexes.map((fields) => `@@index${list(fields)}`),
    ...(called === modelName(table) ? [] : [`@@map(${JSON.stringify(called)})`]),
    ...(schema === undefined ? [] : [`@@schema(${JSON.stringify(schema)})`]),
  ];
}
