import { layouts } from "../adapters/sql/layout.js";
import type { LayoutName } from "../adapters/sql/layout.js";
import { missingPackage } from "../adapters/sql/missing-package.js";
import type { SqlDialect } from "../adapters/sql/model.js";
import type { Given, Surroundings } from "./command.js";

/** What the commands about tables have in common. */
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

/** Loads the SQL adapter. A command that only prints how it's used doesn't need it, or Kysely. */
export async function loadSql() {
  try {
    return await import("../adapters/sql/index.js");
  } catch (cause) {
    throw missingPackage("kysely", cause);
  }
}

export function urlOf(given: Given, { env }: Surroundings): string {
  const url = given.text("url") ?? env["DATABASE_URL"];
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

/** The dialect that a name, or the scheme of a URL, stands for. */
export function dialectNamed(name: string): SqlDialect {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name] : undefined;
  if (dialect) return dialect;
  throw new Error(`There is no dialect ${name}: choose sqlite, postgres or mysql`);
}

/** Undefined for the default, which `migrate` refuses where tables of another layout exist. */
export function layoutOf(given: Given): LayoutName | undefined {
  const layout = given.text("layout");
  if (layout === undefined || isLayout(layout)) return layout;
  throw new Error(`There is no layout ${layout}: choose ${Object.keys(layouts).join(", ")}`);
}

const isLayout = (name: string): name is LayoutName => Object.hasOwn(layouts, name);
