import { mkdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { DuplicateError, type Adapter } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import Guest from "latchkey/providers/guest";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { memoryState } from "latchkey/state/memory";
import type { SharedState } from "latchkey/types";
import { addPasswords } from "./passwords.js";
import { people } from "./people.js";
import { administration, plugins } from "./plugins.js";

/** Where users, accounts and sessions are kept. */
export interface Store {
  readonly adapter: Adapter & Required<Omit<Adapter, "transaction" | "listUsers">>;
  /** What several processes must agree on; undefined where the adapter brings a place for it. */
  readonly sharedState?: SharedState;
  /** The same in words, for the terminal. */
  readonly where: string;
  close(): Promise<void>;
}

/** The database of the demo: the one that the environment names, else a file beside it. */
export function databaseUrl(folder: string, given: string | undefined): string {
  return given || `file:${encodeURI(join(folder, ".data", "demo.db"))}`;
}

/**
 * Opens the store that a URL names: `file:…` (SQLite), `postgres://…`, `mysql://…`, `redis://…`.
 * Nothing else in the demo knows which one it is.
 */
export async function openStore(url = "memory:"): Promise<Store> {
  const store = await openEmpty(url);
  await addPeople(store.adapter);
  await addPasswords(store.adapter);
  return store;
}

function openEmpty(url: string): Promise<Store> {
  if (url === "memory:") return Promise.resolve(inMemory());
  return /^rediss?:/.test(url) ? onRedis(url) : onSql(url);
}

function inMemory(): Store {
  const where = "in memory, gone when the demo stops";
  const close = () => Promise.resolve();
  return { adapter: MemoryAdapter(), sharedState: memoryState(), where, close };
}

/** Loaded at need: whoever keeps everything in Redis needs no SQL, and the reverse. */
async function onSql(url: string): Promise<Store> {
  const { connect, migrate, SqlAdapter } = await import("latchkey/adapters/sql");
  const file = fileOf(url);
  if (file !== undefined) await mkdir(dirname(file), { recursive: true });
  const db = await connect(url);
  await migrate(db, {
    providers: [Password, Passkey, Guest()],
    plugins: [...plugins, administration()],
  });
  const where = file === undefined ? nameOf(url) : relative(process.cwd(), file) || file;
  return {
    adapter: SqlAdapter(db),
    where,
    close: () => db.destroy(),
  };
}

async function onRedis(url: string): Promise<Store> {
  const [{ Redis }, { RedisAdapter }] = await Promise.all([
    import("ioredis"),
    import("latchkey/adapters/redis"),
  ]);
  const client = new Redis(url, { lazyConnect: true });
  // Without a listener every lost connection would be written to the terminal; it is made anew.
  client.on("error", () => undefined);
  await client.connect();
  return {
    adapter: RedisAdapter(client),
    where: nameOf(url),
    async close() {
      await client.quit();
    },
  };
}

function fileOf(url: string): string | undefined {
  const path = /^(?:file|sqlite):(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  return path === undefined ? undefined : decodeURIComponent(path);
}

/** Without the password. */
function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** The sample people, as if they had been here before. */
async function addPeople(adapter: Store["adapter"]): Promise<void> {
  for (const { name, email } of people) {
    if (await adapter.getUserByEmail(email)) continue;
    try {
      await adapter.createUser({ id: crypto.randomUUID(), name, email, emailVerified: new Date() });
    } catch (error) {
      // Another process of the demo was faster.
      if (!(error instanceof DuplicateError)) throw error;
    }
  }
}
