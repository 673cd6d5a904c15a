import type { TableLayout } from "../../adapters/sql/layout.js";
import type { Field, FieldKind, SchemaDialect } from "../../adapters/sql/model.js";
import { camel, columnOf, defaultOf, pascal, schemaOf, type WantedTables } from "./wanted.js";

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
  const secondPaths = wanted.dialect === "sqlserver" ? secondCascades(tables) : new Set<Owner>();
  return tables.map((table) => ({
    name: modelName(table),
    table: table.table,
    fields: [
      ...Object.entries(table.fields).map((entry) => scalar(wanted, table, entry)),
      ...table.owners.map((owner) =>
        relation(wanted, { table, owner, isSecond: secondPaths.has(owner) }),
      ),
      ...tables.flatMap((other) => backRelations(table, other)),
    ],
    attributes: attributesOf(table, wanted.dialect),
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

/** Of the kinds that aren't `String`. */
const types: Partial<Record<FieldKind, string>> = {
  integer: "BigInt",
  boolean: "Boolean",
  date: "DateTime",
  json: "Json",
};

const native: Partial<Record<SchemaDialect, Partial<Record<FieldKind, string>>>> = {
  mysql: { key: "@db.VarChar(255)", text: "@db.MediumText", credential: "@db.VarChar(700)" },
  sqlserver: {
    key: "@db.NVarChar(255)",
    text: "@db.NVarChar(Max)",
    credential: "@db.VarChar(700)",
  },
};

/** Seconds since 1970, and a number of seconds: the types that Prisma schemas commonly use. */
const small = new Set(["expires_at", "expires_in"]);

function scalar(wanted: WantedTables, table: TableLayout, [name, field]: [string, Field]) {
  const [type = "", wide] = typeOf(wanted, name, field).split(" ", 2);
  const { column, isKey, isUnique } = columnOf(table, name);
  const counted = type === "String" ? "default(cuid())" : "default(autoincrement())";
  const standard = field.kind === "id" ? counted : defaultOf(field, wanted.dialect);
  const attributes = [
    isKey && "@id",
    isUnique && "@unique",
    standard !== undefined && `@${standard}`,
    column !== name && `@map(${JSON.stringify(column)})`,
    wide,
  ];
  return {
    name,
    type: field.required === true ? type : `${type}?`,
    attributes: attributes.filter(Boolean).join(" "),
    column,
  };
}

function typeOf({ idType, layout, dialect }: WantedTables, name: string, { kind }: Field): string {
  if (kind === "id" || kind === "ref") {
    return idType ?? (layout.ids === "number" ? "Int" : "String");
  }
  // Prisma has no JSON on SQL Server.
  const stored = dialect === "sqlserver" && kind === "json" ? "text" : kind;
  const type = small.has(name) ? "Int" : (types[stored] ?? "String");
  const wide = native[dialect]?.[stored];
  return wide === undefined ? type : `${type} ${wide}`;
}

type Owner = TableLayout["owners"][number];

/** `userId` as `user`. */
const relationName = (field: string): string => field.replace(/Id$/, "") || field;

const label = (table: TableLayout, owner: Owner): string => {
  const others = table.owners.filter((one) => one.table === owner.table);
  const isPlain = others.length === 1 && owner.table !== table.table;
  return isPlain ? "" : `"${modelName(table)}_${owner.field}", `;
};

function relation(
  { layout, users }: WantedTables,
  { table, owner, isSecond }: { table: TableLayout; owner: Owner; isSecond: boolean },
): PrismaField {
  const isOfUser = owner.table === layout.tables.user.table;
  const optional = table.fields[owner.field]?.required === true ? "" : "?";
  const name = relationName(owner.field);
  const target = isOfUser ? "id" : owner.column;
  const actions = isSecond ? "onDelete: NoAction, onUpdate: NoAction" : "onDelete: Cascade";
  return {
    name: Object.hasOwn(table.fields, name) ? `${name}Row` : name,
    type: `${isOfUser ? users : pascal(owner.table)}${optional}`,
    attributes: `@relation(${label(table, owner)}fields: [${owner.field}], references: [${target}], ${actions})`,
  };
}

/**
 * SQL Server refuses cascades that reach a table by two paths. Those of record tables come first, and
 * the library itself deletes what belongs to a user. Tables are in an order in which they can be created.
 */
function secondCascades(tables: readonly TableLayout[]): ReadonlySet<Owner> {
  const above = new Map<string, ReadonlySet<string>>();
  const second = new Set<Owner>();
  for (const { table, owners } of tables) {
    const reached = new Set<string>();
    for (const owner of owners.toSorted((a, b) => rank(above, b) - rank(above, a))) {
      const path = [owner.table, ...(above.get(owner.table) ?? [])];
      if (owner.table === table || path.some((one) => reached.has(one))) second.add(owner);
      else for (const one of path) reached.add(one);
    }
    above.set(table, reached);
  }
  return second;
}

/** How many tables are above an owner: none above users. */
const rank = (above: ReadonlyMap<string, ReadonlySet<string>>, { table }: Owner): number =>
  above.get(table)?.size ?? 0;

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

function attributesOf(table: TableLayout, dialect: SchemaDialect): string[] {
  const list = (fields: readonly string[]) => `[${fields.join(", ")}]`;
  // A clustered key of SQL Server has at most 900 bytes.
  const clustered = dialect === "sqlserver" ? ", clustered: false" : "";
  const called = table.table.split(".").at(-1) ?? table.table;
  const schema = schemaOf(table.table);
  const attributes = [
    table.primaryKey.length > 1 && `@@id(${list(table.primaryKey)}${clustered})`,
    ...table.unique.filter((key) => key.length > 1).map((key) => `@@unique(${list(key)})`),
    ...table.indexes.map((fields) => `@@index(${list(fields)})`),
    called !== modelName(table) && `@@map(${JSON.stringify(called)})`,
    schema !== undefined && `@@schema(${JSON.stringify(schema)})`,
  ];
  return attributes.filter((one) => one !== false);
}
