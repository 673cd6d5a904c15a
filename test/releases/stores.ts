import { createClient } from "redis";
import { sql, type Kysely } from "kysely";
import { afterAll } from "vitest";
import type { Adapter } from "latchkey/adapters";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, schema, SqlAdapter, type SqlDialect } from "latchkey/adapters/sql";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";
import { parsed } from "./manifest.js";
import { declared } from "./config.js";

/** A store as a release left it: tables with their rows, or the entries of Redis. */
export interface Left {
  /** The statements that made the tables. */
  readonly made: readonly string[];
  readonly rows: Readonly<Record<string, readonly Row[]>>;
}

type Row = Readonly<Record<string, Cell>>;
/** JSON, and what it lacks: a date, or a whole number that is too large for it. */
type Cell = string | number | boolean | null | { readonly date: string } | { readonly big: string };

export interface Opened {
  readonly url: string;
  readonly adapter: Adapter;
  leave(): Promise<Left>;
}

export const stores = ["SQLite", "PostgreSQL", "MariaDB", "Redis"] as const;
export type StoreName = (typeof stores)[number];

/** A store of its own: empty, or as a release left it and brought up to date since. */
export function openStore(name: StoreName, left?: Left): Promise<Opened> {
  return name === "Redis" ? openRedis(left) : openSql(name, left);
}

const dialects = { SQLite: "sqlite", PostgreSQL: "postgres", MariaDB: "mysql" } as const;

async function openSql(name: Exclude<StoreName, "Redis">, left?: Left): Promise<Opened> {
  const { url } =
    name === "SQLite"
      ? { url: "file::memory:" }
      : await (name === "MariaDB" ? freshMysql() : freshPostgres());
  const db = await connect(url);
  afterAll(() => db.destroy());
  if (left) await restore(db, left);
  await migrate(db, declared());
  return { url, adapter: SqlAdapter(db), leave: () => leaveSql(db, dialects[name]) };
}

const tablesIn = (made: readonly string[]): string[] =>
  made.flatMap((statement) => /^create table [`"]?(\w+)/i.exec(statement)?.[1] ?? []);

async function leaveSql(db: Kysely<unknown>, dialect: SqlDialect): Promise<Left> {
  const made = schema(dialect, declared())
    .split(/;\n+/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  const rows: Record<string, Row[]> = {};
  for (const table of tablesIn(made)) {
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    rows[table] = found.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cellOf(value)])),
    );
  }
  return { made, rows };
}

async function restore(db: Kysely<unknown>, { made, rows }: Left): Promise<void> {
  for (const statement of made) await sql.raw(statement).execute(db);
  for (const table of tablesIn(made)) {
    for (const row of rows[table] ?? []) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      const values = sql.join(Object.values(row).map((cell) => valueOf(cell)));
      await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
    }
  }
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { date: value.toISOString() };
  if (typeof value === "bigint") return { big: String(value) };
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  throw new Error(`A column holds ${JSON.stringify(value)}.`);
}

function valueOf(cell: Cell): unknown {
  if (typeof cell !== "object" || cell === null) return cell;
  return "date" in cell ? new Date(cell.date) : BigInt(cell.big);
}

/** Stands for what keys begin with. Values name keys, too. */
const anyPrefix = "{anywhere}";

async function openRedis(left?: Left): Promise<Opened> {
  const { url, prefix: own } = await freshRedisPrefix();
  const prefix = `{${own}}`;
  const client = createClient({ url });
  await client.connect();
  afterAll(() => client.close());
  for (const { words } of left?.rows["entries"] ?? []) {
    if (typeof words !== "string") throw new Error("An entry has no words.");
    await client.sendCommand(parsed<string[]>(words.replaceAll(anyPrefix, prefix)));
  }
  const leave = async (): Promise<Left> => {
    const keys = (await client.keys(`${prefix}*`)).toSorted();
    const commands = await Promise.all(keys.map((key) => commandFor(client, key)));
    const texts = commands.map((words) => JSON.stringify(words).replaceAll(prefix, anyPrefix));
    return { made: [], rows: { entries: texts.map((words) => ({ words })) } };
  };
  // Its clock can't be turned back to that of the release, by which everything would be over.
  const timeless = {
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      client.eval(script.replaceAll("'pexpireat'", "'exists'"), options),
  };
  return { url, adapter: RedisAdapter(timeless, { prefix }), leave };
}

type Client = Pick<ReturnType<typeof createClient>, "type" | "get" | "sMembers" | "sendCommand">;

/** The words of the command that makes an entry. */
async function commandFor(client: Client, key: string): Promise<readonly string[]> {
  const kind = await client.type(key);
  if (kind === "string") return ["set", key, (await client.get(key)) ?? ""];
  if (kind === "set") return ["sadd", key, ...(await client.sMembers(key)).toSorted()];
  if (kind !== "zset") throw new Error(`${key} is a ${kind}.`);
  const scored: unknown = await client.sendCommand(["zrange", key, "0", "-1", "withscores"]);
  if (!Array.isArray(scored)) throw new Error(`${key} has no members.`);
  const words = scored.flat().map(String);
  return ["zadd", key, ...words.map((_, at) => words[at % 2 === 0 ? at + 1 : at - 1] ?? "")];
}
