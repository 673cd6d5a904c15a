import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { modelsIn } from "../../adapters/prisma/schema.js";
import type { SchemaDialect } from "../../adapters/sql/model.js";
import { isRecord } from "../../core/values/json.js";
import { UsageError, type Call, type Command } from "../command.js";
import {
  databaseOptions,
  databaseUsage,
  dialectNamed,
  schemaDialectNamed,
  layoutOf,
  loadSql,
  urlOf,
} from "../database.js";
import { declaredIn, type Declared } from "../declared-tables.js";
import { readEnvironment } from "../environment.js";
import { importFile } from "../load-config.js";
import { drizzleText } from "../schema/drizzle.js";
import { prismaText, prismaModels } from "../schema/prisma.js";
import { wantedTables, type Orm, type WantedTables } from "../schema/wanted.js";

/** `latchkey schema`: prints the tables as SQL or for an ORM, or says what a schema lacks. */
export const schema: Command = {
  usage: `Usage: latchkey schema [options]

Prints the tables, including those of the configured providers and plugins, for your own tool: as SQL, as models
for Prisma, or as tables for Drizzle. If your configuration has PrismaAdapter or DrizzleAdapter, only the tables that
aren't Auth.js's are printed, with the ids and names of yours. .env.local and .env are read.

Options
${databaseUsage}
  --for <tool>         sql (default), prisma or drizzle
  --dialect <name>     sqlite, postgres or mysql; for Prisma also sqlserver or cockroachdb (default: as the adapter or
                       the URL says)
  --check              print what is missing instead, and exit with 1 if something is: in the database, or in --schema
  --schema <file>      the schema to check (default: prisma/schema.prisma, src/db/schema.ts, …)`,
  options: {
    ...databaseOptions,
    dialect: { type: "string" },
    for: { type: "string" },
    check: { type: "boolean" },
    schema: { type: "string" },
  },
  async run(call) {
    readEnvironment(call.folder);
    const tool = toolOf(call);
    const declared = await declaredIn(call);
    if (tool === "sql") return (call.flag("check") ? checkDatabase : printSql)(call, declared);
    const { wanted, text } = printed(tool, call, declared);
    if (call.flag("check")) {
      const missing = await missingIn(schemaFile(tool, call), tool, wanted);
      return report(call, missing, `npx latchkey schema --for ${tool}`);
    }
    call.show({ dialect: wanted.dialect, [tool]: text }, [text]);
    return 0;
  },
};

/** The tables for an ORM, and its schema of them. */
function printed(tool: Orm, call: Call, declared: Declared) {
  const dialect = dialectOf(call, declared);
  if (tool === "prisma") {
    const wanted = wantedTables(tool, { dialect, declared });
    return { wanted, text: prismaText(wanted).trimEnd() };
  }
  const wanted = wantedTables(tool, { dialect: dialectNamed(dialect), declared });
  return { wanted, text: drizzleText(wanted).trimEnd() };
}

function toolOf(call: Call): Orm | "sql" {
  const tool = call.text("for") ?? "sql";
  if (tool === "sql" || tool === "prisma" || tool === "drizzle") return tool;
  throw new UsageError(`--for can't be ${tool}: choose sql, prisma or drizzle.`);
}

function dialectOf(call: Call, { described }: Declared): SchemaDialect {
  const named = call.text("dialect");
  if (named !== undefined) return schemaDialectNamed(named);
  return described?.dialect ?? schemaDialectNamed(urlOf(call).split(":", 1)[0] ?? "");
}

async function printSql(call: Call, declared: Declared): Promise<number> {
  const dialect = dialectNamed(dialectOf(call, declared));
  const adapter = await loadSql();
  const sql = adapter.schema(dialect, { layout: layoutOf(call), ...declared }).trimEnd();
  call.show({ dialect, sql }, [sql]);
  return 0;
}

async function checkDatabase(call: Call, declared: Declared): Promise<number> {
  const adapter = await loadSql();
  const database = await adapter.connect(urlOf(call));
  try {
    const options = { ...declared, layout: layoutOf(call), dryRun: true };
    const { statements } = await adapter.migrate(database, options);
    return report(call, statements, "npx latchkey migrate");
  } finally {
    await database.destroy();
  }
}

function report(call: Call, missing: readonly string[], cure: string): number {
  const isComplete = missing.length === 0;
  const lines = [...missing, `Run \`${cure}\` for what to add.`];
  call.show({ missing }, isComplete ? ["Up to date: nothing is missing."] : lines);
  return isComplete ? 0 : 1;
}

const usual: Readonly<Record<Orm, readonly string[]>> = {
  prisma: ["prisma/schema.prisma", "schema.prisma"],
  drizzle: ["src/db/schema.ts", "db/schema.ts", "src/schema.ts", "schema.ts"],
};

/** The path of the schema after `--schema`, or at one of the usual places. */
function schemaFile(tool: Orm, call: Call): string {
  const inFolder = (file: string) => resolve(call.folder, file);
  const found = call.text("schema") ?? usual[tool].find((file) => existsSync(inFolder(file)));
  if (found !== undefined) return inFolder(found);
  throw new UsageError(
    `There's no schema at ${usual[tool][0]}. Pass its file: \`latchkey schema --for ${tool} --check --schema FILE\`.`,
  );
}

/** The columns of each table in a project's schema. */
type Found = ReadonlyMap<string, ReadonlySet<string>>;

/** What a project's schema lacks, one sentence each. */
async function missingIn(path: string, orm: Orm, wanted: WantedTables): Promise<string[]> {
  const found = orm === "prisma" ? await prismaTables(path) : await drizzleTables(path);
  const models = orm === "prisma" ? prismaModels(wanted) : [];
  return [...wanted.own, ...wanted.more].flatMap((table) => {
    const called = table.table.split(".").at(-1) ?? table.table;
    const columns = found.get(called);
    if (!columns) return [`The table ${called} is missing.`];
    const fields = models.find((model) => model.table === table.table)?.fields;
    return Object.keys(table.fields).flatMap((field) => {
      const column = table.column(field);
      if (columns.has(column)) return [];
      const line = fields?.find((one) => one.column === column);
      const text = line && `${line.name} ${line.type} ${line.attributes}`.trim();
      const cure = text === undefined ? "" : ` Add \`${text}\` to its model.`;
      return [`The table ${called} has no column ${column}.${cure}`];
    });
  });
}

/** The model of a table, with its fields by column. */
async function prismaTables(path: string): Promise<Found> {
  const schema = await readFile(path, "utf8");
  return new Map(
    Array.from(modelsIn(schema), ([name, lines]) => {
      const table = lines.flatMap((line) => /^@@map\("([^"]+)"\)/.exec(line)?.[1] ?? [])[0];
      const columns = lines
        .filter((line) => /^\w+\s+\w/.test(line))
        .map((line) => /\s@map\("([^"]+)"\)/.exec(line)?.[1] ?? line.split(/\s/, 1)[0] ?? "");
      return [table ?? name, new Set(columns)];
    }),
  );
}

const [nameKey, columnsKey] = [Symbol.for("drizzle:Name"), Symbol.for("drizzle:Columns")];

/** Uses the symbols that every copy of Drizzle shares. */
async function drizzleTables(path: string): Promise<Found> {
  const tables = (await importFile(path)).flatMap((table) => {
    if (!isRecord(table)) return [];
    const name: unknown = Reflect.get(table, nameKey);
    const columns: unknown = Reflect.get(table, columnsKey);
    if (typeof name !== "string" || !isRecord(columns)) return [];
    const names = Object.values(columns).map((column) => isRecord(column) && column["name"]);
    return [[name, new Set(names.filter((one) => typeof one === "string"))] as const];
  });
  return new Map(tables);
}
