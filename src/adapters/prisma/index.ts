import { lacksMethods } from "../lacks.js";
import type { SqlClient } from "../sql/client.js";
import { describeTables } from "../sql/described.js";
import type { SchemaDialect, SqlDialect, TableName } from "../sql/model.js";
import { adapterOnClient } from "../sql/on-client.js";
import type { StoreAdapter } from "../sql/on-client.js";
import { lazyByModels } from "./by-models/lazy.js";
import { prismaClient } from "./client.js";
import { tablesOf } from "./models.js";
import type { ColumnsOf, PrismaAdapterOptions, PrismaDatabase } from "./types.js";

export type { StoreAdapter } from "../sql/on-client.js";
export type { ColumnsOf, PrismaAdapterOptions, PrismaDatabase } from "./types.js";

/**
 * Stores everything in your own Prisma database: users, sessions, the tables of plugins, and shared
 * state. It uses the models you have for Auth.js, your client, and no other connection.
 *
 * ```ts
 * const connectionString = process.env.DATABASE_URL;
 * const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
 * const config = { adapter: PrismaAdapter(prisma), providers: [] };
 * ```
 *
 * The own fields of the model `User` are part of the row types, here and in callbacks.
 */
export function PrismaAdapter<Client extends PrismaDatabase>(
  prisma: Client,
  options?: PrismaAdapterOptions,
): StoreAdapter<ColumnsOf<Client>>;
export function PrismaAdapter(
  prisma: PrismaDatabase,
  options: PrismaAdapterOptions = {},
): StoreAdapter {
  const provider = providerOf(prisma);
  const { missing, models, ...tables } = tablesOf(prisma, options, provider);
  const { layout } = tables;
  const adapter =
    provider === "sqlserver" || provider === "cockroachdb"
      ? lazyByModels(prisma, { provider, layout, models, toMigrate })
      : adapterOnClient(clientOf(prisma, provider), { dialect: provider, layout, toMigrate });
  return Object.assign(
    withoutModels(adapter, { missing, dialect: provider }),
    describeTables({ orm: "prisma", dialect: provider, ...tables }),
  );
}

/**
 * Removes the methods of missing models, so that a configuration that needs one is refused before
 * anything is written.
 */
function withoutModels(
  adapter: StoreAdapter,
  { missing, dialect }: { missing: ReadonlyMap<TableName, string>; dialect: SchemaDialect },
): StoreAdapter {
  if (missing.size === 0) return adapter;
  for (const method of [...missing.keys()].flatMap((name) => methodsOn[name] ?? [])) {
    Reflect.deleteProperty(adapter, method);
  }
  const models = [...missing.values()].map((model) => `\`${model}\``).join(", ");
  const why = `The Prisma client has no model ${models}. Add those that you need to your schema, from \`npx latchkey schema --for prisma --dialect ${dialect}\`, migrate, and run \`npx prisma generate\`. Without \`Session\`, sessions can be cookies: \`session: { strategy: "jwt" }\`.`;
  return Object.assign(adapter, { [lacksMethods]: why });
}

const methodsOn: Partial<Record<TableName, readonly (keyof StoreAdapter)[]>> = {
  session: [
    "createSession",
    "getSessionAndUser",
    "updateSession",
    "deleteSession",
    "deleteSessionsByUserId",
  ],
  verificationToken: ["createVerificationToken", "useVerificationToken"],
  authenticator: [
    "createAuthenticator",
    "getAuthenticator",
    "listAuthenticatorsByUserId",
    "updateAuthenticatorCounter",
    "deleteAuthenticator",
  ],
};

const toMigrate =
  "Run `npx latchkey schema --for prisma`, add the models it prints to your schema, migrate, and run `npx prisma generate`.";

const known = new WeakMap<PrismaDatabase, SqlClient>();

/**
 * Returns the same client for every adapter on a Prisma client, because on SQLite they take turns.
 */
function clientOf(prisma: PrismaDatabase, dialect: SqlDialect): SqlClient {
  const client = known.get(prisma) ?? prismaClient(prisma, dialect);
  known.set(prisma, client);
  return client;
}

const providers: ReadonlyMap<unknown, SchemaDialect> = new Map([
  ["postgresql", "postgres"],
  ["postgres", "postgres"],
  ["mysql", "mysql"],
  ["sqlite", "sqlite"],
  ["sqlserver", "sqlserver"],
  ["cockroachdb", "cockroachdb"],
]);

function providerOf(prisma: unknown): SchemaDialect {
  if (typeof prisma !== "object" || prisma === null || !("$queryRawUnsafe" in prisma)) {
    throw new TypeError(
      "PrismaAdapter takes your Prisma client. Write `PrismaAdapter(prisma)`, where `prisma = new PrismaClient(…)`.",
    );
  }
  const provider: unknown = Reflect.get(prisma, "_activeProvider");
  const known = providers.get(provider);
  if (known) return known;
  throw new TypeError(
    `PrismaAdapter works with PostgreSQL, MySQL, SQLite, SQL Server and CockroachDB, and this client is for ${String(provider)}. Use the adapter of \`@auth/prisma-adapter\`. Passwords and plugins need records: \`extend(adapter, { records })\`, with those of \`RedisAdapter(client, { users: "elsewhere" })\`.`,
  );
}
