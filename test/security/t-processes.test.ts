import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import type { Auth } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Browser, sessionCookiesSet } from "../support/client.js";
import { world, type TestConfig } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { ask, mailWorld } from "../support/mail-world.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";

const inbox = await openInbox();
const [postgres, mysql, redis] = [
  await freshPostgres(),
  await freshMysql(),
  await freshRedisPrefix(),
];
const closing: (() => Promise<unknown>)[] = [];
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await RogueProvider.start();
});
beforeEach(() => {
  rogue.reset();
});
afterAll(async () => {
  await rogue.stop();
  for (const close of closing.reverse()) await close();
});

/** The library loaded once more: it remembers nothing of the first, as in another process. */
async function anotherProcess(): Promise<typeof Auth> {
  vi.resetModules();
  return (await import("latchkey")).Auth;
}

async function onSql(url: string): Promise<Adapter> {
  const db = await connect(url);
  closing.push(() => db.destroy());
  await migrate(db);
  return SqlAdapter(db);
}

async function onSqlite(): Promise<Adapter> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-processes-"));
  closing.push(() => rm(folder, { recursive: true }));
  return onSql(`file:${join(folder, "auth.db")}`);
}

function onRedis(): Adapter {
  const client = new Redis(redis.url);
  closing.push(() => client.quit());
  return RedisAdapter(client, { prefix: redis.prefix });
}

const stores: readonly (readonly [string, boolean, () => Adapter | Promise<Adapter>])[] = [
  ["SQLite", false, onSqlite],
  ["PostgreSQL", postgres.skip, () => onSql(postgres.url)],
  ["MariaDB", mysql.skip, () => onSql(mysql.url)],
  ["Redis", redis.skip, onRedis],
];

describe.each(stores)("two processes on %s", { timeout: 90_000 }, (_, skip, open) => {
  let opened: Promise<Adapter> | undefined;
  const adapter = () => (opened ??= Promise.resolve(open()));

  it.skipIf(skip)("T21 finish one sign-in at a provider once, of fifty at a time", async () => {
    const { config } = world("jwt", { providers: [oidc(rogue)], adapter: await adapter() });
    const jwt: TestConfig = { ...config, session: { strategy: "jwt" } };
    const tab = new Browser(jwt);
    const request = await begin(tab);
    const other = await anotherProcess();
    const copies = Array.from({ length: 50 }, () => tab.copy());
    const answers = await Promise.all(
      copies.map((copy, index) => {
        // A code of its own for each: it isn't the provider that refuses the second.
        const route = backWithCode(rogue, request);
        if (index % 2 === 0) return copy.get(route);
        const headers = { cookie: copy.cookieHeader() };
        return other(new Request(copy.url(route), { headers }), jwt);
      }),
    );
    expect(answers.filter((answer) => sessionCookiesSet(answer).length > 0)).toHaveLength(1);
  });

  it.skipIf(skip)("T21 send five mails to an address in ten minutes, all together", async () => {
    const { config } = mailWorld(inbox, {}, { adapter: await adapter() });
    const other = await anotherProcess();
    for (let mail = 0; mail < 8; mail++) {
      const own = new Browser(config);
      const csrfToken = await own.csrfToken();
      const fields = new URLSearchParams({ csrfToken, email: "lin@example.org" });
      const headers = { cookie: own.cookieHeader(), origin: own.origin };
      const request = new Request(own.url("signin/email"), {
        method: "POST",
        headers,
        body: fields,
      });
      if (mail % 2 === 0) await other(request, config);
      else await ask(own, "lin@example.org");
    }
    expect(inbox.mails).toHaveLength(5);
  });
});
