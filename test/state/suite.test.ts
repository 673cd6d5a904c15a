import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { connect } from "latchkey/adapters/sql";
import { memoryState } from "latchkey/state/memory";
import { redisState } from "latchkey/state/redis";
import { migrateState, sqlState } from "latchkey/state/sql";
import { stateCases } from "latchkey/state/suite";
import { createClient } from "redis";
import { afterAll, describe, expect, it } from "vitest";
import { CookieJar } from "../../src/core/cookies/jar.js";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import { writeSealed, readSealed } from "../../src/core/state/sealed-cookie.js";
import { createState } from "../../src/core/state/state.js";
import type { SharedState } from "../../src/types/state.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

type States = [SharedState, ...SharedState[]];

const [postgres, mysql, redis] = [
  await freshPostgres(),
  await freshMysql(),
  await freshRedisPrefix(),
];

/** Two connections, as two processes have them. */
async function onSql(url: string): Promise<States> {
  const [one, other] = [await connect(url), await connect(url)];
  closing.push(
    () => one.destroy(),
    () => other.destroy(),
  );
  await Promise.all([migrateState(one), migrateState(other)]);
  await migrateState(one);
  return [sqlState(one), sqlState(other)];
}

async function onSqlite(): Promise<States> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-state-"));
  closing.push(() => rm(folder, { recursive: true }));
  return onSql(`file:${join(folder, "state.db")}`);
}

async function onRedis(): Promise<States> {
  const [io, node] = [new Redis(redis.url), createClient({ url: redis.url })];
  await node.connect();
  closing.push(
    () => io.quit(),
    () => node.close(),
  );
  return [redisState(io, redis), redisState(node, redis)];
}

const stores: readonly (readonly [string, boolean, () => States | Promise<States>])[] = [
  ["memory", false, () => [memoryState()]],
  ["SQLite", false, onSqlite],
  ["PostgreSQL", postgres.skip, () => onSql(postgres.url)],
  ["MariaDB", mysql.skip, () => onSql(mysql.url)],
  ["Redis", redis.skip, onRedis],
];

describe.each(stores)("shared state on %s", { timeout: 60_000 }, (_, skip, open) => {
  let opened: Promise<States> | undefined;
  const names = stateCases([memoryState()]).map(({ name }) => name);
  it.skipIf(skip).each(names)("%s", async (name) => {
    const states = await (opened ??= Promise.resolve(open()));
    const found = stateCases(states).find((one) => one.name === name);
    expect(found).toBeDefined();
    await found?.run();
  });

  it.skipIf(skip)("carries a large sign-in from one process to another", async () => {
    const [one, other = one] = await (opened ??= Promise.resolve(open()));
    const claims = { groups: Array.from({ length: 2000 }, (_, index) => `group ${index}`) };
    const given = contextOf(one, "");
    await writeSealed(given, carrier, { claims });
    const sent = given.jar.changes().map(({ name, value }) => `${name}=${value}`);
    expect(await readSealed(contextOf(other, sent[0] ?? ""), carrier)).toMatchObject({ claims });
  });
});

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };
const carrier = { cookie: { name: "c", options: {} }, salt: "a purpose", maxAge: 600 };
const keys = createKeyRing(["a secret of what is carried"]);

function contextOf(shared: SharedState, cookies: string) {
  const state = createState(shared, { logger: silent, timeout: 10_000 });
  return { jar: new CookieJar(cookies), keys, now: Date.now(), state };
}
