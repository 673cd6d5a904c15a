import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Redis } from "ioredis";
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect, type Dialect } from "kysely";
import type { Auth } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import Database from "libsql";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { RedisAdapter } from "../../src/adapters/redis/index.js";
import { migrate, pgliteDialect, SqlAdapter } from "../../src/adapters/sql/index.js";
import { Browser, location, sessionCookiesSet } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { ask, follow, mailWorld, otherCode } from "../support/mail-world.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";

const inbox = await openInbox();
const [postgres, mysql, redis] = [
  await freshPostgres(),
  await freshMysql(),
  await freshRedisPrefix(),
];
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The library loaded once more: it remembers nothing of the first, as in another process. */
async function anotherProcess(): Promise<typeof Auth> {
  vi.resetModules();
  return (await import("latchkey")).Auth;
}

async function sql(dialect: Dialect): Promise<Adapter> {
  const db = new Kysely<unknown>({ dialect });
  closing.push(() => db.destroy());
  await migrate(db);
  return SqlAdapter(db);
}

async function sqlite(): Promise<Adapter> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-race-"));
  closing.push(() => rm(folder, { recursive: true }));
  return sql(new SqliteDialect({ database: new Database(join(folder, "race.db")) }));
}

async function embedded(): Promise<Adapter> {
  const client = new PGlite();
  closing.push(() => client.close());
  return sql(pgliteDialect(client));
}

function onRedis(): Adapter {
  const client = new Redis(redis.url);
  closing.push(() => client.quit());
  return RedisAdapter(client, { prefix: redis.prefix });
}

const adapters: readonly (readonly [string, boolean, () => Adapter | Promise<Adapter>])[] = [
  ["memory", false, () => MemoryAdapter()],
  ["SQLite", false, sqlite],
  ["PGlite", false, embedded],
  [
    "PostgreSQL",
    postgres.skip,
    () => sql(new PostgresDialect({ pool: new Pool({ connectionString: postgres.url }) })),
  ],
  ["MySQL", mysql.skip, () => sql(new MysqlDialect({ pool: createPool(mysql.url) }))],
  ["Redis", redis.skip, onRedis],
];

describe.each(adapters)(
  "H08 50 simultaneous requests, on %s",
  { timeout: 120_000 },
  (_, skip, open) => {
    let opened: Promise<Adapter> | undefined;
    const theAdapter = () => (opened ??= Promise.resolve(open()));

    it.skipIf(skip)(
      "give one session for one link, though they come to two processes",
      async () => {
        const adapter = await theAdapter();
        const { config, browser } = mailWorld(inbox, { confirm: "never" }, { adapter });
        await ask(browser(), "lin@example.org");
        const { link } = inbox.newest();
        const auth = await anotherProcess();
        const strangers = Array.from(
          { length: 50 },
          (_, index) => new Browser(config, index % 2 === 0 ? { auth } : {}),
        );
        const answers = await Promise.all(strangers.map((stranger) => follow(stranger, link)));
        expect(answers.filter((answer) => sessionCookiesSet(answer).length > 0)).toHaveLength(1);
      },
    );

    it.skipIf(skip)("and of 50 simultaneous wrong codes at most five are looked at", async () => {
      const adapter = await theAdapter();
      const { config, browser } = mailWorld(inbox, {}, { adapter });
      const own = browser();
      await ask(own, "grace@example.org");
      const { code } = inbox.newest();
      const csrfToken = await own.csrfToken();
      const auth = await anotherProcess();
      const guesses = Array.from({ length: 50 }, (_, step) => {
        const stranger = new Browser(config, step % 2 === 0 ? { auth } : {});
        for (const name of own.cookieNames()) stranger.plant(name, own.cookie(name) ?? "");
        return stranger.post("callback/email", { csrfToken, code: otherCode(code, step + 1) });
      });
      const answers = (await Promise.all(guesses)).map(location);
      const goOn = answers.filter((answer) => answer.includes("/verify-request"));
      expect(goOn.length).toBeLessThanOrEqual(4);
      expect(await own.session()).toBeNull();
    });
  },
);
