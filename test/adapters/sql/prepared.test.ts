import { sql } from "kysely";
import type { Kysely } from "kysely";
import { Client, Pool } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { connect, migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import type { ConnectOptions } from "../../../src/adapters/sql/index.js";
import { launchPgBouncer } from "../../support/services/pgbouncer.js";
import { findService, freshMysql, freshPostgres } from "../../support/services.js";

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];
const pooler = await findService("pgbouncer");

async function opened(url: string, options: ConnectOptions = {}) {
  const db = await connect(url, options);
  return { db, adapter: SqlAdapter(db) };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Somebody with a session; its token. */
async function signedIn({ adapter }: Opened): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  const { id: userId } = await adapter.createUser({ email });
  const sessionToken = crypto.randomUUID();
  await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + 60_000) });
  return sessionToken;
}

/** Reads a session so often that whatever is prepared is. */
async function readOften({ adapter }: Opened, token: string): Promise<void> {
  for (let time = 0; time < 8; time++) {
    expect((await adapter.getSessionAndUser(token))?.session.sessionToken).toBe(token);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe.skipIf(postgres.skip)("on PostgreSQL", () => {
  const prepared = async (db: Kysely<unknown>): Promise<string[]> => {
    const { rows } = await sql<{
      statement: string;
    }>`select statement from pg_prepared_statements`.execute(db);
    return rows.map(({ statement }) => statement);
  };
  // One connection, so that it is seen what it has prepared.
  const alone = `${postgres.url}${postgres.url.includes("?") ? "&" : "?"}max=1`;

  test("the connection keeps the statements of the library prepared, and no others", async () => {
    const world = await opened(alone);
    await migrate(world.db);
    await readOften(world, await signedIn(world));
    await sql`select ${1}::int as one`.execute(world.db);
    await sql`select ${1}::int as one`.execute(world.db);
    const texts = await prepared(world.db);
    expect(texts.filter((text) => text.includes('from "Session"'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("as one"))).toEqual([]);
    await world.db.destroy();
  });

  test("with `prepared: false` it keeps none", async () => {
    const world = await opened(alone, { prepared: false });
    await migrate(world.db);
    await readOften(world, await signedIn(world));
    expect(await prepared(world.db)).toEqual([]);
    await world.db.destroy();
  });

  test("a column that another process adds stops nobody, and is read", async () => {
    const world = await opened(postgres.url);
    await migrate(world.db);
    const token = await signedIn(world);
    await readOften(world, token);
    const other = new Client({ connectionString: postgres.url });
    await other.connect();
    await other.query(`alter table "User" add column plan text not null default 'free'`);
    await other.end();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => world.adapter.getSessionAndUser(token)),
    );
    expect(all.map((found): unknown => found && Reflect.get(found.user, "plan"))).toEqual(
      Array.from({ length: 20 }, () => "free"),
    );
    await readOften(world, token);
    await world.db.destroy();
  });
});

describe.skipIf(postgres.skip || pooler.skip)("behind PgBouncer in transaction mode", () => {
  const bouncer = postgres.skip || pooler.skip ? undefined : launched();
  async function launched() {
    const server = await freshPostgres();
    const direct = await opened(server.url);
    await migrate(direct.db);
    await direct.db.destroy();
    return launchPgBouncer(pooler.url, server.url);
  }
  afterAll(async () => (await bouncer)?.stop());

  test("(control) named statements of the driver alone fail there", async () => {
    const pools = ["", ""].map(async () => new Pool({ connectionString: (await bouncer)?.url }));
    const [one, two] = [await pools[0], await pools[1]];
    const ask = (pool: Pool | undefined) =>
      pool?.query({ name: "one", text: "select $1::int", values: [1] });
    const asking = Array.from({ length: 20 }, (_, time) => ask(time % 2 === 0 ? one : two));
    const told = await Promise.allSettled(asking);
    const again = await Promise.allSettled(asking.map(() => ask(one)));
    const faults = [...told, ...again].filter(({ status }) => status === "rejected");
    expect(faults.length).toBeGreaterThan(0);
    await Promise.all([one?.end(), two?.end()]);
  });

  test.each([
    ["with `prepared: false`", { prepared: false }],
    ["without a word about it", {}],
  ])("%s, two processes read and write side by side", async (_, options) => {
    const url = (await bouncer)?.url ?? "";
    const worlds = [await opened(url, options), await opened(url, options)];
    await Promise.all(
      worlds.flatMap((world) =>
        Array.from({ length: 12 }, async () => {
          const token = await signedIn(world);
          await readOften(world, token);
          await world.adapter.transaction(async (inner) => {
            expect(await inner.getSessionAndUser?.(token)).not.toBeNull();
            await inner.deleteSession?.(token);
          });
          expect(await world.adapter.getSessionAndUser(token)).toBeNull();
        }),
      ),
    );
    for (const { db } of worlds) await db.destroy();
  });
});

describe.skipIf(mysql.skip)("on MariaDB", () => {
  const executed = async (db: Kysely<unknown>): Promise<number> => {
    const { rows } = await sql<{
      Value: string;
    }>`show session status like 'Com_stmt_execute'`.execute(db);
    return Number(rows[0]?.Value);
  };
  const alone = `${mysql.url}${mysql.url.includes("?") ? "&" : "?"}connectionLimit=1`;

  test("the connection runs the statements of the library prepared, and no others", async () => {
    const world = await opened(alone);
    await migrate(world.db);
    const token = await signedIn(world);
    const before = await executed(world.db);
    await readOften(world, token);
    expect(await executed(world.db)).toBe(before + 8);
    // A number that is prepared is no whole one to the server, and no limit.
    const limited = await sql`select name from latchkey_state limit ${1}`.execute(world.db);
    expect(limited.rows).toEqual([]);
    expect(await executed(world.db)).toBe(before + 8);
    await world.db.destroy();
  });

  test("with `prepared: false` it runs none so", async () => {
    const world = await opened(alone, { prepared: false });
    const token = await signedIn(world);
    await readOften(world, token);
    expect(await executed(world.db)).toBe(0);
    await world.db.destroy();
  });

  test("columns of every kind are read as without", async () => {
    const [world, plain] = [await opened(mysql.url), await opened(mysql.url, { prepared: false })];
    await sql
      .raw(
        "alter table `User` add column f float default 0.1, add column d double default 0.1, add column n decimal(6,2) default 1.5, add column b bigint default 5, add column t datetime(3) default '2026-01-02 03:04:05.678', add column y tinyint(1) default 1, add column j json default '{\"a\":1}', add column day date default '2026-01-02', add column time time default '01:02:03'",
      )
      .execute(world.db);
    const token = await signedIn(world);
    expect(await world.adapter.getSessionAndUser(token)).toEqual(
      await plain.adapter.getSessionAndUser(token),
    );
    await world.db.destroy();
    await plain.db.destroy();
  });
});
