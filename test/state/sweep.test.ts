import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { connect, migrate, SqlAdapter, type SqlDialect } from "latchkey/adapters/sql";
import { migrateState, sqlState } from "latchkey/state/sql";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { batch } from "../../src/adapters/sql/batches.js";
import { kyselyClient } from "../../src/adapters/sql/kysely-client.js";
import { resolveLayout } from "../../src/adapters/sql/layout.js";
import { textIn } from "../../src/adapters/sql/sql.js";
import { expiredRows } from "../../src/adapters/sql/sweep.js";
import { removeExpired } from "../../src/adapters/sql/state/statements.js";
import { grace, Sweeper } from "../../src/adapters/sql/state/on-client.js";
import { withoutIndex } from "../adapters/sql/explain.js";
import { freshMysql, freshPostgres } from "../support/services.js";
import { eventually } from "../support/services/ports.js";

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];
const folder = await mkdtemp(join(tmpdir(), "latchkey-sweep-"));
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await rm(folder, { recursive: true });
});

async function open(url: string): Promise<Kysely<unknown>> {
  const db = await connect(url);
  closing.push(() => db.destroy());
  return db;
}

const databases: readonly (readonly [string, SqlDialect, boolean, string])[] = [
  ["SQLite", "sqlite", false, `file:${join(folder, "state.db")}`],
  ["PostgreSQL", "postgres", postgres.skip, postgres.url],
  ["MariaDB", "mysql", mysql.skip, mysql.url],
];

const table = sql.table("latchkey_state");

async function insert(
  db: Kysely<unknown>,
  kind: string,
  { many, expires }: { many: number; expires: number },
): Promise<void> {
  for (let from = 0; from < many; from += batch) {
    const size = Math.min(batch, many - from);
    const rows = Array.from(
      { length: size },
      (_, n) => sql`(${kind + (from + n)}, '1', ${expires})`,
    );
    await sql`insert into ${table} (name, value, expires) values ${sql.join(rows)}`.execute(db);
  }
}

async function count(db: Kysely<unknown>, kind: string): Promise<number> {
  const query = sql<{
    many: unknown;
  }>`select count(*) as many from ${table} where name like ${`${kind}%`}`;
  return Number((await query.execute(db)).rows[0]?.many);
}

describe.each(databases)("expired rows of shared state on %s", (_, dialect, skip, url) => {
  it.skipIf(skip)(
    "are removed by themselves, from two connections at once, an hour after their time; others stay",
    { timeout: 60_000 },
    async () => {
      const [one, other] = [await open(url), await open(url)];
      await migrateState(one);
      const now = Date.now();
      await insert(one, "old", { many: 5 * batch + 7, expires: now - grace - 1000 });
      await insert(one, "late", { many: 10, expires: now - 1000 });
      await insert(one, "live", { many: 10, expires: now + 60_000 });
      const states = [sqlState(one), sqlState(other)];
      await Promise.all(states.map((state, index) => state.set(`mark${index}`, "1", { ttl: 60 })));
      expect(await eventually(async () => (await count(one, "old")) === 0, 30_000)).toBe(true);
      expect(await count(one, "late")).toBe(10);
      expect(await states[0]?.get(["late1", "live1"])).toEqual([undefined, "1"]);
      expect(await count(one, "live")).toBe(10);
    },
  );

  it.skipIf(skip)("and of sessions are found by an index, as many as there are", async () => {
    const db = await open(url);
    await migrate(db);
    await insert(db, "more", { many: 4 * batch, expires: Date.now() + 60_000 });
    await insert(db, "gone", { many: batch, expires: 1 });
    const adapter = SqlAdapter(db);
    const { id: userId } = await adapter.createUser({ id: "", email: "", emailVerified: null });
    await insertSessions(db, { userId, from: 0, many: 4 * batch, expires: "2099-01-01 00:00:00" });
    await insertSessions(db, { userId, from: 10_000, many: 50, expires: "2020-01-01 00:00:00" });
    if (dialect === "mysql") await sql`analyze table ${table}, ${sql.table("Session")}`.execute(db);
    if (dialect === "postgres") await sql`analyze`.execute(db);
    // Changes settings, and keeps a lock in SQLite: used for nothing else.
    const planner = await open(url);
    const context = {
      ...{ client: kyselyClient(planner), dialect, layout: resolveLayout({}) },
      ...{ inTransaction: false, fillings: new Map(), own: undefined, server: {} },
      records: new Map(),
    };
    const removals = [
      removeExpired(dialect, Date.now(), batch),
      expiredRows(context, "session", new Date()),
    ].map((statement) => textIn(dialect, statement));
    expect(await withoutIndex(planner, dialect, removals)).toEqual([]);
    const control = sql`delete from ${table} where value = 'x'`.compile(planner);
    expect(await withoutIndex(planner, dialect, [control])).toHaveLength(1);
  });
});

interface Sessions {
  readonly userId: string;
  readonly from: number;
  readonly many: number;
  readonly expires: string;
}

async function insertSessions(db: Kysely<unknown>, { userId, from, many, expires }: Sessions) {
  const columns = sql.join(["sessionToken", "userId", "expires"].map((name) => sql.id(name)));
  const rows = Array.from(
    { length: many },
    (_, n) => sql`(${`s${from + n}`}, ${userId}, ${expires})`,
  );
  await sql`insert into ${sql.table("Session")} (${columns}) values ${sql.join(rows)}`.execute(db);
}

describe("the sweeper", () => {
  it("goes on until there is less than a batch, one sweep at a time, and not again within a minute", async () => {
    const removed: number[] = [];
    let left = 3 * batch + 1;
    const sweeper = new Sweeper((before, most) => {
      expect(before).toBe(0);
      const size = Math.min(left, most);
      left -= size;
      removed.push(size);
      return Promise.resolve(size);
    });
    for (let turn = 0; turn < 5; turn++) sweeper.mayRun(grace);
    expect(await eventually(() => Promise.resolve(left === 0), 5_000)).toBe(true);
    expect(removed).toEqual([batch, batch, batch, 1]);
    left = 5;
    sweeper.mayRun(grace);
    await new Promise((wake) => setTimeout(wake, 20));
    expect(left).toBe(5);
  });

  it("tries again a minute after one that failed", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let tries = 0;
    const sweeper = new Sweeper(() => {
      tries += 1;
      return Promise.reject(new Error("connection lost"));
    });
    for (const seen of [1, 2]) {
      sweeper.mayRun(grace);
      await new Promise((wake) => setTimeout(wake, 5));
      sweeper.mayRun(grace);
      expect(tries).toBe(seen);
      vi.advanceTimersByTime(60_001);
    }
  });
});
