import type { ResolvedLayout } from "./layout.js";
import type { SchemaDialect } from "./model.js";

/** The tables of an application's own schema, as an adapter read them. */
export interface DescribedTables {
  readonly orm: "prisma" | "drizzle";
  readonly dialect: SchemaDialect;
  readonly layout: ResolvedLayout;
  /** The name of the user model in Prisma. */
  readonly users?: string | undefined;
  /** The type of a user's id: `uuid` for Drizzle, `String @db.Uuid` for Prisma. */
  readonly idType?: string | undefined;
}

/** The key under which an adapter describes its tables to the CLI. */
const describesTables = Symbol.for("latchkey.described-tables");

export function describeTables(tables: DescribedTables): object {
  return { [describesTables]: tables };
}

export function describedTables(adapter: unknown): DescribedTables | undefined {
  if (typeof adapter !== "object" || adapter === null) return undefined;
  const found: unknown = Reflect.get(adapter, describesTables);
  return isDescribed(found) ? found : undefined;
}

const isDescribed = (value: unknown): value is DescribedTables =>
  typeof value === "object" && value !== null && "layout" in value;
