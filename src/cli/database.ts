import { layouts, type LayoutName } from "../adapters/sql/layout.js";
import { missingPackage } from "../adapters/sql/missing-package.js";
import type { SchemaDialect, SqlDialect } from "../adapters/sql/model.js";
import type { Call } from "./command.js";

/** What the commands about tables share. */
export const databaseOptions = {
  url: { type: "string" },
  layout: { type: "string" },
  config: { type: "string" },
  plugin: { type: "string" },
  provider: { type: "string" },
  json: { type: "boolean" },
} as const;

export const databaseUsage = `  --url <url>          the database (default: DATABASE_URL): postgres://, mysql:// or file:
  --layout <name>      names of tables: kysely (default), prisma, drizzle, pg or supabase
  --config <file>      the configuration, for the tables of its providers and plugins (default: auth.ts, src/auth.ts, …)
  --provider <names>   tables of these providers instead, such as password,passkey
  --plugin <names>     tables of these plugins instead, such as two-factor; none for no tables but the adapter's
  --json               print JSON`;

/** Loads the SQL adapter on use: printing help needs neither it nor Kysely. */
export async function loadSql() {
  try {
    return await import("../adapters/sql/index.js");
  } catch (cause) {
    throw missingPackage("kysely", cause);
  }
}

/** A database of another library, to read. */
export async function openDatabase(url: string) {
  const { connect } = await loadSql();
  const { dialectOf } = await import("../adapters/sql/database.js");
  const { kyselyClient } = await import("../adapters/sql/kysely-client.js");
  const database = await connect(url);
  return {
    client: kyselyClient(database),
    dialect: dialectOf(database),
    close: () => database.destroy(),
  };
}

export function urlOf(call: Call): string {
  const url = call.text("url") ?? call.env["DATABASE_URL"];
  if (url) return url;
  throw new Error("No database is given. Set DATABASE_URL, or pass --url (for schema: --dialect)");
}

const dialects: Readonly<Record<string, SqlDialect>> = {
  sqlite: "sqlite",
  file: "sqlite",
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
};

/** The dialect of a name, or of a URL's scheme. */
export function dialectNamed(name: string): SqlDialect {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect) return dialect;
  throw new Error(`--dialect can't be ${name}: choose sqlite, postgres or mysql`);
}

/** The same for Prisma's models, which more databases have. CockroachDB's URLs are those of PostgreSQL. */
export function schemaDialectNamed(name: string): SchemaDialect {
  if (name === "sqlserver" || name === "cockroachdb") return name;
  return dialectNamed(name);
}

/** Undefined for the default, which `migrate` refuses if tables of another layout exist. */
export function layoutOf(call: Call): LayoutName | undefined {
  const layout = call.text("layout");
  if (layout === undefined || isLayout(layout)) return layout;
  throw new Error(`--layout can't be ${layout}: choose ${Object.keys(layouts).join(", ")}`);
}

const isLayout = (name: string): name is LayoutName => Object.hasOwn(layouts, name);
