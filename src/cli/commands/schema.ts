import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import type { SqlDialect } from "../../adapters/sql/model.js";
import { UsageError, type Command, type ParsedArgs, type Terminal } from "../command.js";
import {
  databaseOptions,
  databaseUsage,
  dialectNamed,
  layoutOf,
  loadSql,
  urlOf,
} from "../database.js";
import { declaredIn, type Declared } from "../declared-tables.js";
import { readEnvironment } from "../environment.js";
import { drizzleText } from "../schema/drizzle.js";
import { prismaText, prismaModels } from "../schema/prisma.js";
import { wantedTables, type Orm, type WantedTables } from "../schema/wanted.js";
import { modelsIn } from "../../adapters/prisma/schema.js";
import { isRecord } from "../../core/values/json.js";
import { isTypeScript } from "../typescript/endings.js";

/** `latchkey schema`: prints the tables as SQL or for an ORM, or says what a schema lacks. */
export const schema: Command = {
  usage: `Usage: latchkey schema [options]

Prints the tables, including those of the configured providers and plugins, for your own tool: as SQL, as models
for Prisma, or as tables for Drizzle. If your configuration has PrismaAdapter or DrizzleAdapter, only the tables that
aren't Auth.js's are printed, with the ids and names of yours. .env.local and .env are read.

Options
${databaseUsage}
  --for <tool>         sql (default), prisma or drizzle
  --dialect <name>     sqlite, postgres or mysql (default: as the adapter or the URL says)
  --check              print what is missing instead, and exit with 1 if something is: in the database, or in --schema
  --schema <file>      the schema to check (default: prisma/schema.prisma, src/db/schema.ts, …)`,
  options: {
    ...databaseOptions,
    dialect: { type: "string" },
    for: { type: "string" },
    check: { type: "boolean" },
    schema: { type: "string" },
  },
  async run(given, terminal) {
    readEnvironment(terminal.folder);
    const tool = toolOf(given);
    const declared = await declaredIn(given, terminal);
    if (tool === "sql") {
      const act = given.flag("check") ? checkDatabase : printSql;
      return act(given, terminal, declared);
    }
    const dialect = dialectOf(given, terminal, declared);
    const wanted = wantedTables(tool, { dialect, declared });
    if (given.flag("check")) {
      const file = given.text("schema") ?? usualFile(tool, terminal.folder);
      const missing = await missingIn(file, { orm: tool, wanted, folder: terminal.folder });
      return report(missing, { given, terminal, cure: `npx latchkey schema --for ${tool}` });
    }
    const text = (tool === "prisma" ? prismaText(wanted) : drizzleText(wanted)).trimEnd();
    terminal.print(given.flag("json") ? JSON.stringify({ dialect, [tool]: text }, null, 2) : text);
    return 0;
  },
};

function toolOf(given: ParsedArgs): Orm | "sql" {
  const tool = given.text("for") ?? "sql";
  if (tool === "sql" || tool === "prisma" || tool === "drizzle") return tool;
  throw new UsageError(`--for can't be ${tool}: choose sql, prisma or drizzle.`);
}

function dialectOf(given: ParsedArgs, terminal: Terminal, { described }: Declared): SqlDialect {
  const named = given.text("dialect");
  if (named !== undefined) return dialectNamed(named);
  return described?.dialect ?? dialectNamed(schemeOf(urlOf(given, terminal)));
}

async function printSql(
  given: ParsedArgs,
  terminal: Terminal,
  declared: Declared,
): Promise<number> {
  const dialect = dialectOf(given, terminal, declared);
  const adapter = await loadSql();
  const sql = adapter.schema(dialect, { layout: layoutOf(given), ...declared }).trimEnd();
  terminal.print(given.flag("json") ? JSON.stringify({ dialect, sql }, null, 2) : sql);
  return 0;
}

async function checkDatabase(
  given: ParsedArgs,
  terminal: Terminal,
  declared: Declared,
): Promise<number> {
  const adapter = await loadSql();
  const database = await adapter.connect(urlOf(given, terminal));
  try {
    const layout = layoutOf(given);
    const { statements } = await adapter.migrate(database, { ...declared, layout, dryRun: true });
    return report(statements, { given, terminal, cure: "npx latchkey migrate" });
  } finally {
    await database.destroy();
  }
}

interface Reporting {
  readonly given: ParsedArgs;
  readonly terminal: Terminal;
  readonly cure: string;
}

function report(missing: readonly string[], { given, terminal, cure }: Reporting): number {
  if (given.flag("json")) terminal.print(JSON.stringify({ missing }, null, 2));
  else if (missing.length === 0) terminal.print("Up to date: nothing is missing.");
  else for (const line of [...missing, `Run \`${cure}\` for what to add.`]) terminal.print(line);
  return missing.length === 0 ? 0 : 1;
}

const usual: Readonly<Record<Orm, readonly string[]>> = {
  prisma: ["prisma/schema.prisma", "schema.prisma"],
  drizzle: ["src/db/schema.ts", "db/schema.ts", "src/schema.ts", "schema.ts"],
};

function usualFile(tool: Orm, folder: string): string {
  const found = usual[tool].find((file) => existsSync(resolve(folder, file)));
  if (found !== undefined) return found;
  throw new UsageError(
    `There's no schema at ${usual[tool][0]}. Pass its file: \`latchkey schema --for ${tool} --check --schema FILE\`.`,
  );
}

const schemeOf = (url: string): string => url.split(":", 1)[0] ?? "";

/** The columns of each table in a project's schema. */
type Found = ReadonlyMap<string, ReadonlySet<string>>;

/** What a project's schema lacks, one sentence each. */
async function missingIn(
  file: string,
  { orm, wanted, folder }: { orm: Orm; wanted: WantedTables; folder: string },
): Promise<string[]> {
  const path = resolve(folder, file);
  const found = orm === "prisma" ? await prismaTables(path) : await drizzleTables(path);
  const lines = new Map(
    prismaModels(wanted).flatMap(({ table, fields }) =>
      fields.map(({ column = "", name, type, attributes }) => [
        `${table} ${column}`,
        `${name} ${type} ${attributes}`.trim(),
      ]),
    ),
  );
  return [...wanted.own, ...wanted.more].flatMap((table) => {
    const called = table.table.split(".").at(-1) ?? table.table;
    const columns = found.get(called);
    if (!columns) return [`The table ${called} is missing.`];
    return Object.keys(table.fields)
      .map((field) => table.column(field))
      .filter((column) => !columns.has(column))
      .map((column) => {
        const line = orm === "prisma" ? lines.get(`${table.table} ${column}`) : undefined;
        const cure = line === undefined ? "" : ` Add \`${line}\` to its model.`;
        return `The table ${called} has no column ${column}.${cure}`;
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
  if (isTypeScript(path)) register((await import("../typescript/hooks.js")).here);
  const module: unknown = await import(pathToFileURL(path).href);
  const tables = Object.values(isRecord(module) ? module : {}).flatMap((table) => {
    if (!isRecord(table)) return [];
    const name: unknown = Reflect.get(table, nameKey);
    const columns: unknown = Reflect.get(table, columnsKey);
    return typeof name === "string" && isRecord(columns) ? [[name, namesOf(columns)] as const] : [];
  });
  return new Map(tables);
}

const namesOf = (columns: Record<string, unknown>): Set<string> =>
  new Set(
    Object.values(columns).flatMap((column) => {
      const name: unknown = isRecord(column) ? column["name"] : undefined;
      return typeof name === "string" ? [name] : [];
    }),
  );
