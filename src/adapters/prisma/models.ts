import { isRecord } from "../../core/values/json.js";
import { layouts, resolveLayout } from "../sql/layout.js";
import type { Layout, ResolvedLayout, TableLayout } from "../sql/layout.js";
import { model as tableModel, tableNames } from "../sql/model.js";
import type { Field, FieldKind, SchemaDialect, TableName } from "../sql/model.js";
import { notesOf } from "./schema.js";
import type { SchemaNotes } from "./schema.js";
import type { PrismaAdapterOptions } from "./types.js";

/** A model in the generated client. */
export interface Model {
  readonly name: string;
  readonly table: string;
  readonly fields: readonly ModelField[];
}

interface ModelField {
  readonly name: string;
  readonly type: string;
  readonly column: string;
}

export interface PrismaTables {
  /** The models that the client has, by their tables. */
  readonly models: ReadonlyMap<TableName, Model>;
  readonly layout: ResolvedLayout;
  readonly idType: string;
  readonly users: string;
  /** The models that the client doesn't have, by their tables. */
  readonly missing: ReadonlyMap<TableName, string>;
}

/** The tables of the models, with the names that `@map` and `@@map` give them. */
export function tablesOf(
  client: object,
  { models: called = {} }: PrismaAdapterOptions,
  dialect: SchemaDialect,
): PrismaTables {
  const notes = notesOf(schemaOf(client));
  const found = tableNames.flatMap((name) => {
    const wanted = called[name] ?? layouts.prisma.tables[name];
    const model = modelOf(client, wanted);
    if (!model && !canBeMissing.has(name)) throw missingModel(wanted);
    if (model) checkFields(name, model);
    return model ? [[name, model] as const] : [];
  });
  const layout: Layout = {
    tables: {
      ...layouts.prisma.tables,
      ...Object.fromEntries(found.map(([name, { table }]) => [name, table])),
    },
    columns: Object.fromEntries(
      found.map(([name, { fields }]) => [
        name,
        Object.fromEntries(fields.map((field) => [field.name, field.column])),
      ]),
    ),
  };
  const resolved = resolveLayout({ layout });
  const tables = { ...resolved.tables };
  for (const [name, model] of found) {
    tables[name] = asModel(tables[name], { name, model, notes, dialect });
  }
  const users = found.find(([name]) => name === "user")?.[1];
  const type = users?.fields.find(({ name }) => name === "id")?.type ?? "String";
  const ids = type === "Int" || type === "BigInt" ? "number" : "text";
  const { native } = notes(users?.name ?? "", "id");
  return {
    layout: { ...resolved, tables, ids, collatedKeys: true },
    users: users?.name ?? "User",
    models: new Map(found),
    missing: new Map(
      tableNames
        .filter((name) => !found.some(([one]) => one === name))
        .map((name) => [name, called[name] ?? layouts.prisma.tables[name]]),
    ),
    idType: native === undefined ? type : `${type} ${native}`,
  };
}

/** The schema that a client was generated from, which most clients hold. */
export const schemaOf = (client: object): unknown =>
  memberOf(Reflect.get(client, "_engineConfig"), "inlineSchema");

/** Every model of the client. */
export function modelsOf(client: object): Model[] {
  const models = memberOf(Reflect.get(client, "_runtimeDataModel"), "models");
  return Object.keys(isRecord(models) ? models : {}).flatMap((name) => modelOf(client, name) ?? []);
}

/** Optional: sessions may be cookies, and not every app has magic links or passkeys. */
const canBeMissing = new Set<TableName>(["session", "verificationToken", "authenticator"]);

const missingModel = (name: string): Error =>
  new TypeError(
    `The Prisma client has no model \`${name}\`. Add what \`npx latchkey schema --for prisma\` prints to your schema and run \`npx prisma generate\`, or name your own: \`PrismaAdapter(prisma, { models: { ${name.charAt(0).toLowerCase()}${name.slice(1)}: "…" } })\`.`,
  );

function checkFields(name: TableName, model: Model): void {
  for (const [field, { kind, required }] of Object.entries(tableModel[name].fields)) {
    const isThere = model.fields.some((one) => one.name === field);
    if (isThere || !(required || essential.has(field))) continue;
    throw new TypeError(
      `The model \`${model.name}\` has no field \`${field}\` in the generated client. Add \`${field} ${typeFor[kind]}\` to it, migrate, and run \`npx prisma generate\`.`,
    );
  }
}

/** Without these, a user can't be found, or their address can't be marked as verified. */
const essential = new Set(["email", "emailVerified"]);

const typeFor: Readonly<Record<FieldKind, string>> = {
  id: "String @id @default(cuid())",
  ref: "String",
  key: "String",
  credential: "String",
  text: "String",
  integer: "Int",
  boolean: "Boolean",
  date: "DateTime?",
  json: "Json?",
};

function modelOf(client: object, name: string): Model | undefined {
  const models = memberOf(Reflect.get(client, "_runtimeDataModel"), "models");
  const model = memberOf(models, name);
  if (!isRecord(model) || !Array.isArray(model["fields"])) return undefined;
  const called = textOr(model["dbName"], name);
  const schema = textOr(model["schema"], "");
  const fields: readonly unknown[] = model["fields"];
  return {
    name,
    table: schema === "" ? called : `${schema}.${called}`,
    fields: fields.flatMap((field) => fieldIn(field)),
  };
}

/** Relations have no column. */
function fieldIn(field: unknown): ModelField[] {
  if (!isRecord(field) || (field["kind"] !== "scalar" && field["kind"] !== "enum")) return [];
  const name = textOr(field["name"], "");
  return [{ name, type: textOr(field["type"], ""), column: textOr(field["dbName"], name) }];
}

interface Given {
  readonly name: TableName;
  readonly model: Model;
  readonly notes: SchemaNotes;
  readonly dialect: SchemaDialect;
}

function asModel(layout: TableLayout, { name, model, notes, dialect }: Given): TableLayout {
  const known = tableModel[name].fields;
  const fields = model.fields.map((field): [string, Field] => {
    const { made, touched, isList, mapped } = notes(model.name, field.name);
    const isUserId = name === "user" && field.name === "id";
    return [
      field.name,
      {
        ...(isList ? listOf(mapped) : (known[field.name] ?? ownField(field.type, mapped))),
        ...(field.type === "DateTime" && dialect === "sqlite" && asPrismaWrites),
        ...(made && !isUserId && field.type === "String" && { onInsert: makeId }),
        ...(touched && { onInsert: now, onUpdate: now }),
      },
    ];
  });
  return { ...layout, closed: true, fields: Object.fromEntries(fields) };
}

const makeId = (): string => crypto.randomUUID();
const now = (): Date => new Date();

/** Prisma's adapters for SQLite write a date as text or a number, depending on their options. */
const asPrismaWrites: Pick<Field, "encode"> = { encode: (value) => value };

type Names = ReadonlyMap<unknown, string>;

function ownField(type: string, mapped: Names | undefined): Field {
  if (type === "BigInt") return { kind: "text", decode: (value) => BigInt(String(value)) };
  if (type === "Float") return { kind: "text", decode: Number };
  const kind = kinds.get(type);
  return kind ? { kind } : asPrisma(mapped);
}

const listOf = (mapped: Names | undefined): Field => ({
  ...asPrisma(mapped),
  list: mapped ? "names" : "values",
});

/** A list, a decimal, bytes or an enum: read and written as Prisma does. */
function asPrisma(mapped: Names = new Map()): Field {
  const names = new Map(Array.from(mapped, ([name, stored]) => [stored, String(name)]));
  return { kind: "text", encode: renamed(mapped), decode: renamed(names) };
}

const renamed = (names: Names) => {
  const one = (value: unknown): unknown => names.get(value) ?? value;
  return (value: unknown): unknown => (Array.isArray(value) ? value.map(one) : one(value));
};

const kinds: ReadonlyMap<string, FieldKind> = new Map([
  ["String", "text"],
  ["Int", "integer"],
  ["Boolean", "boolean"],
  ["DateTime", "date"],
  ["Json", "json"],
]);

const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const textOr = (value: unknown, other: string): string =>
  typeof value === "string" && value !== "" ? value : other;
