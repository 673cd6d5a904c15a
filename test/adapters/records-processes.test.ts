import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../../src/adapters/index.js";
import { RedisAdapter } from "../../src/adapters/redis/index.js";
import { connect, migrate, SqlAdapter } from "../../src/adapters/sql/index.js";
import { recordTables } from "../../src/adapters/suite/index.js";
import { members, teams } from "../../src/adapters/suite/record-tables.js";
import { recordsOf } from "../../src/core/records/of.js";
import { bundleSources, root } from "../support/bundle-sources.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";
import type { Errand, Told } from "./records-process.js";

const processes = 4;
const times = 10;

const folder = await mkdtemp(join(tmpdir(), "latchkey-records-"));
const [postgres, mysql, redis] = [
  await freshPostgres(),
  await freshMysql(),
  await freshRedisPrefix(),
];
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

let file = "";
beforeAll(async () => {
  file = await bundleSources(new URL("./records-process.ts", import.meta.url), "bundled-records");
});

async function onSql(url: string): Promise<Adapter> {
  const db = await connect(url);
  closing.push(() => db.destroy());
  await migrate(db, { plugins: [{ tables: recordTables }] });
  return SqlAdapter(db);
}

async function onRedis(url: string): Promise<Adapter> {
  const client = new Redis(url);
  closing.push(() => client.quit());
  return RedisAdapter(client, { prefix: redis.prefix });
}

async function started(): Promise<ChildProcess> {
  const child = fork(file, [], { cwd: root, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await once(child, "message");
  return child;
}

async function told(child: ChildProcess, errand: Errand): Promise<Told> {
  const message = once(child, "message");
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`A process ended with ${String(code)}`);
  });
  child.send(errand);
  const answers: readonly unknown[] = await Promise.race([message, ended]);
  ended.catch(() => undefined);
  const read = (name: string) => Number(Reflect.get(Object(answers[0]), name));
  return { entered: read("entered"), seated: read("seated") };
}

const stores = [
  { name: "SQLite", skip: false, url: `file:${join(folder, "race.db")}`, open: onSql },
  { name: "PostgreSQL", ...postgres, open: onSql },
  { name: "MariaDB", ...mysql, open: onSql },
  { name: "Redis", ...redis, open: onRedis },
];

describe.each(stores)(
  "records on $name, changed by four processes at once",
  { timeout: 90_000 },
  (store) => {
    test.skipIf(store.skip)("nothing is lost, done twice or left behind", async () => {
      const adapter = await store.open(store.url);
      const records = recordsOf(adapter, "to race");
      const newUser = async () => {
        const id = crypto.randomUUID();
        const user = { id, email: `${id}@example.org`, emailVerified: null };
        return (await adapter.createUser?.(user))?.id ?? "";
      };
      const users = await Promise.all(Array.from({ length: 8 }, newUser));
      const leaving = await newUser();
      const [team, full, counter] = ["team", "full", "counter"];
      await records.insert(teams, { id: team, title: "open" });
      await records.insert(teams, { id: full, title: "seats", seats: 5 });
      await records.insert(members, { id: counter, userId: users[0] ?? "" });

      const children = await Promise.all(Array.from({ length: processes }, started));
      const errand = { url: store.url, prefix: redis.prefix, counter, times, team, users, full };
      const answers = await Promise.all(
        children.map((child, index) => told(child, { ...errand, leaving, deletes: index === 0 })),
      );

      expect((await records.get(members, counter))?.version).toBe(processes * times);
      expect(answers.reduce((sum, { entered }) => sum + entered, 0)).toBe(users.length);
      expect(await records.count(members, { teamId: team }, 100)).toBe(users.length);
      expect(answers.reduce((sum, { seated }) => sum + seated, 0)).toBe(5);
      expect(await records.count(members, { teamId: full }, 100)).toBe(5);
      expect((await records.get(teams, full))?.seats).toBe(0);
      expect(await records.count(members, { userId: leaving }, 1000)).toBe(0);
    });
  },
);

describe.skipIf(redis.skip)("a cascade on Redis that is interrupted", () => {
  test("is finished by the next one who deletes or sweeps", async () => {
    const client = new Redis(redis.url);
    closing.push(() => client.quit());
    const prefix = `${redis.prefix}{cut}:`;
    const adapter = RedisAdapter(client, { prefix });
    const records = recordsOf(adapter, "to test");
    const { id: userId } = await adapter.createUser({ email: "a@example.org" });
    const other = await adapter.createUser({ email: "b@example.org" });
    for (let n = 0; n < 120; n += 1) await records.insert(members, { id: `m${n}`, userId });
    await records.insert(members, { id: "stays", userId: other.id });

    let left = 7;
    const failing = RedisAdapter(
      {
        defineCommand: () => undefined,
        eval: (script: string, count: number, ...given: string[]) => {
          left -= 1;
          return left < 0
            ? Promise.reject(new Error("gone"))
            : client.eval(script, count, ...given);
        },
      },
      { prefix },
    );
    await expect(failing.deleteUser(userId)).rejects.toThrow("gone");
    expect(await adapter.getUser(userId)).toBeNull();
    const between = await records.count(members, { userId }, 500);
    expect(between).toBeGreaterThan(0);
    expect(between).toBeLessThan(120);

    await records.sweep(members, new Date("2000-01-01"), 10);
    expect(await records.count(members, { userId }, 500)).toBe(0);
    expect(await records.count(members, { userId: other.id }, 500)).toBe(1);
    await adapter.deleteUser(other.id);
    expect(await client.keys(`${prefix}*`)).toEqual([]);
  });
});
