import { sql, type Kysely } from "kysely";
import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll } from "vitest";

export const tables = ["users", "accounts", "sessions", "tokens", "passkeys"] as const;
export type Table = (typeof tables)[number];

/** What the model cares for of a row. */
export interface Row {
  readonly user?: string;
  readonly email?: string;
  readonly verified?: boolean;
  readonly expires?: number;
  readonly counter?: number;
}

export type Rows = ReadonlyMap<string, Row>;
export type Dump = Readonly<Record<Table, Rows>>;

/** A store that can be emptied, and looked into without the adapter's help. */
export interface ModelStore {
  readonly adapter: Adapter;
  /** The adapter brings shared state along. */
  readonly bringsState: boolean;
  dump(): Promise<Dump>;
}

export type StoreKind = "memory" | "SQLite";
export const storeKinds: readonly StoreKind[] = ["memory", "SQLite"];

/** Gives an empty store each time. To be called at the top level of a test file or block. */
export function storesOf(kind: StoreKind): () => Promise<ModelStore> {
  if (kind === "memory") return () => Promise.resolve(inMemory());
  let opened: Promise<Kysely<unknown>> | undefined;
  afterAll(async () => (await opened)?.destroy());
  return async () => {
    opened ??= openSqlite();
    return emptied(await opened);
  };
}

function inMemory(): ModelStore {
  const store = createMemoryStore();
  return {
    adapter: MemoryAdapter(store),
    bringsState: false,
    dump: () =>
      Promise.resolve(
        dumpOf({
          users: [...store.users.values()],
          accounts: [...store.accounts.values()],
          sessions: [...store.sessions.values()],
          tokens: [...store.verificationTokens.values()],
          passkeys: [...store.authenticators.values()],
        }),
      ),
  };
}

async function openSqlite(): Promise<Kysely<unknown>> {
  const db = await connect("file::memory:");
  await migrate(db);
  return db;
}

const names: Readonly<Record<Table, string>> = {
  users: "User",
  accounts: "Account",
  sessions: "Session",
  tokens: "VerificationToken",
  passkeys: "Authenticator",
};

async function emptied(db: Kysely<unknown>): Promise<ModelStore> {
  for (const table of [...tables].reverse()) {
    await sql`delete from ${sql.table(names[table])}`.execute(db);
  }
  await sql`delete from ${sql.table("latchkey_state")}`.execute(db);
  const rowsOf = async (table: Table) =>
    (await sql<object>`select * from ${sql.table(names[table])}`.execute(db)).rows;
  return {
    adapter: SqlAdapter(db),
    bringsState: true,
    dump: async () =>
      dumpOf({
        users: await rowsOf("users"),
        accounts: await rowsOf("accounts"),
        sessions: await rowsOf("sessions"),
        tokens: await rowsOf("tokens"),
        passkeys: await rowsOf("passkeys"),
      }),
  };
}

function dumpOf(all: Readonly<Record<Table, readonly object[]>>): Dump {
  const of = (table: Table, read: (row: object) => [string, Row]) => new Map(all[table].map(read));
  return {
    users: of("users", (row) => [
      text(row, "id"),
      { email: text(row, "email"), verified: Boolean(Reflect.get(row, "emailVerified")) },
    ]),
    accounts: of("accounts", (row) => [
      `${text(row, "provider")} ${text(row, "providerAccountId")}`,
      { user: text(row, "userId") },
    ]),
    sessions: of("sessions", (row) => [
      text(row, "sessionToken"),
      { user: text(row, "userId"), expires: moment(row) },
    ]),
    tokens: of("tokens", (row) => [
      text(row, "token"),
      { email: text(row, "identifier"), expires: moment(row) },
    ]),
    passkeys: of("passkeys", (row) => [
      Buffer.from(text(row, "credentialID"), "base64").toString("base64url"),
      { user: text(row, "userId"), counter: Number(Reflect.get(row, "counter")) },
    ]),
  };
}

function text(row: object, name: string): string {
  return String(Reflect.get(row, name));
}

function moment(row: object): number {
  const expires: unknown = Reflect.get(row, "expires");
  return expires instanceof Date ? expires.getTime() : Date.parse(String(expires));
}
