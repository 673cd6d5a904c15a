import { parseArgs } from "node:util";
import { connect, layouts, migrate, schema } from "../adapters/sql/index.js";
import type { LayoutName, SqlDialect } from "../adapters/sql/index.js";

/** What the command line needs of the world. */
export interface Surroundings {
  databaseUrl: string | undefined;
  print(line: string): void;
  complain(line: string): void;
}

const usage = `Usage: latchkey <command> [options]

Commands
  migrate   create the tables, or add what they lack; safe to run again
  schema    print the SQL that creates the tables

Options
  --url <url>          the database (default: DATABASE_URL): postgres://, mysql:// or file:
  --dialect <name>     schema only: sqlite, postgres or mysql (default: as the URL says)
  --layout <name>      names of tables: kysely (default), drizzle or pg
  --dry-run            migrate only: print what would be done
  --help               print this`;

/** Runs one command and resolves to the exit status. */
export async function main(args: readonly string[], world: Surroundings): Promise<number> {
  try {
    const { command, options } = parse(args);
    if (command === "migrate") return await runMigrate(options, world);
    if (command === "schema") return runSchema(options, world);
    world.print(usage);
    return command === "help" ? 0 : 2;
  } catch (error) {
    for (const line of describeError(error)) world.complain(line);
    return 1;
  }
}

interface Options {
  url?: string | undefined;
  dialect?: string | undefined;
  layout?: string | undefined;
  "dry-run"?: boolean | undefined;
}

function parse(args: readonly string[]): { command: string | undefined; options: Options } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: "string" },
      dialect: { type: "string" },
      layout: { type: "string" },
      "dry-run": { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  return { command: values.help ? "help" : positionals[0], options: values };
}

async function runMigrate(options: Options, world: Surroundings): Promise<number> {
  const database = await connect(urlOf(options, world));
  try {
    const dryRun = options["dry-run"] ?? false;
    const { statements } = await migrate(database, { layout: layoutOf(options), dryRun });
    for (const statement of statements) world.print(`${statement};`);
    world.print(summary(statements.length, dryRun));
    return 0;
  } finally {
    await database.destroy();
  }
}

function summary(count: number, dryRun: boolean): string {
  if (count === 0) return "-- Up to date: nothing to do.";
  const statements = `${count} ${count === 1 ? "statement" : "statements"}`;
  return dryRun ? `-- Not run: ${statements}.` : `-- Done: ${statements}.`;
}

function runSchema(options: Options, world: Surroundings): number {
  const dialect = dialectNamed(options.dialect ?? schemeOf(urlOf(options, world)));
  world.print(schema(dialect, { layout: layoutOf(options) }).trimEnd());
  return 0;
}

function urlOf(options: Options, world: Surroundings): string {
  const url = options.url ?? world.databaseUrl;
  if (url) return url;
  throw new Error("Say which database: set DATABASE_URL, or give --url (for schema: --dialect)");
}

const dialects: Readonly<Record<string, SqlDialect>> = {
  sqlite: "sqlite",
  file: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
};

const schemeOf = (url: string): string => url.split(":", 1)[0] ?? "";

function dialectNamed(name: string): SqlDialect {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect) return dialect;
  throw new Error(`There is no dialect ${name}: choose sqlite, postgres or mysql`);
}

function layoutOf({ layout = "kysely" }: Options): LayoutName {
  if (isLayout(layout)) return layout;
  throw new Error(`There is no layout ${layout}: choose ${Object.keys(layouts).join(", ")}`);
}

const isLayout = (name: string): name is LayoutName => Object.hasOwn(layouts, name);

/** The error with its causes, one a line. */
function describeError(error: unknown): string[] {
  if (!(error instanceof Error)) return [`latchkey: ${String(error)}`];
  const cause = error.cause === undefined ? [] : describeError(error.cause);
  return [`latchkey: ${error.message}`, ...cause];
}
