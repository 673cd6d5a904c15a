import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Redis } from "ioredis";
import { Kysely, sql } from "kysely";
import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, pgliteDialect, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll } from "vitest";
import { freshMysql, freshPostgres, freshRedisPrefix } from "./services.js";

/** How many rows there are. */
export interface Census {
  readonly users: number;
  readonly accounts: number;
  readonly sessions: number;
  readonly tokens: number;
}

/** A store that was opened, empty at first. */
export interface OpenStore {
  readonly adapter: Adapter;
  /** Counts without the adapter's help. */
  census(): Promise<Census>;
}

export interface StoreKind {
  readonly name: string;
  readonly skip: boolean;
  /** To be called at the top level: it is closed and removed after the last test of the file. */
  open(): Promise<OpenStore>;
}

/** Every store that the library has an adapter for, each on the real thing. */
export async function everyStore(): Promise<StoreKind[]> {
  const [postgres, mysql, redis] = [
    await freshPostgres(),
    await freshMysql(),
    await freshRedisPrefix(),
  ];
  return [
    { name: "memory", skip: false, open: () => Promise.resolve(inMemory()) },
    { name: "SQLite", skip: false, open: onSqlite },
    { name: "PGlite", skip: false, open: onPglite },
    { name: "PostgreSQL", skip: postgres.skip, open: () => onSql(postgres.url) },
    { name: "MariaDB", skip: mysql.skip, open: () => onSql(mysql.url) },
    { name: "Redis", skip: redis.skip, open: () => Promise.resolve(onRedis(redis)) },
  ];
}

function inMemory(): OpenStore {
  const store = createMemoryStore();
  return {
    adapter: MemoryAdapter(store),
    census: () =>
      Promise.resolve({
        users: store.users.size,
        accounts: store.accounts.size,
        sessions: store.sessions.size,
        tokens: store.verificationTokens.size,
      }),
  };
}

async function onSqlite(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-store-"));
  afterAll(() => rm(folder, { recursive: true }));
  return onSql(`file:${join(folder, "store.db")}`);
}

async function onSql(url: string): Promise<OpenStore> {
  return migrated(await connect(url));
}

async function onPglite(): Promise<OpenStore> {
  const client = new PGlite();
  afterAll(() => client.close());
  return migrated(new Kysely<unknown>({ dialect: pgliteDialect(client) }));
}

async function migrated(db: Kysely<unknown>): Promise<OpenStore> {
  afterAll(() => db.destroy());
  await migrate(db);
  const count = async (table: string) => {
    const query = sql<{ many: unknown }>`select count(*) as many from ${sql.table(table)}`;
    const { rows } = await query.execute(db);
    return Number(rows[0]?.many);
  };
  return {
    adapter: SqlAdapter(db),
    census: async () => ({
      users: await count("User"),
      accounts: await count("Account"),
      sessions: await count("Session"),
      tokens: await count("VerificationToken"),
    }),
  };
}

function onRedis({ url, prefix }: { url: string; prefix: string }): OpenStore {
  const client = new Redis(url);
  afterAll(() => {
    client.disconnect();
  });
  const tagged = `${prefix}{${crypto.randomUUID()}}:`;
  return {
    adapter: RedisAdapter(client, { prefix: tagged }),
    async census() {
      const keys = await client.keys(`${tagged}*`);
      const kinds = keys.map((key) => key.slice(tagged.length).split(":", 1)[0]);
      const count = (kind: string) => kinds.filter((one) => one === kind).length;
      return {
        users: count("user"),
        accounts: count("account"),
        sessions: count("session"),
        tokens: count("verification-token"),
      };
    },
  };
}
