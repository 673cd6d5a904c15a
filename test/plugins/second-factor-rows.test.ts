import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { RedisAdapter } from "latchkey/adapters/redis";
import { extend } from "latchkey/adapters/extend";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import type { Adapter } from "latchkey/adapters";
import { twoFactor } from "latchkey/plugins/two-factor";
import { Redis } from "ioredis";
import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKeyRing } from "../../src/core/crypto/keys.js";
import { newSecondStep, sealStep } from "../../src/plugins/two-factor/row.js";
import { secret } from "../support/config.js";
import { Browser, location } from "../support/client.js";
import {
  ada,
  codeOf,
  firstStep,
  home,
  secondStep,
  secondStepWorld,
  stepsIn,
  turnOn,
  withPhone,
} from "../support/second-step-world.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";

const app = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** What the library wrote for a user before there were records. */
async function sealedFor(userId: string): Promise<string> {
  const keys = createKeyRing([secret]);
  const { step } = await newSecondStep(keys, { secret: app, used: 0 });
  return sealStep(keys, userId, step);
}

/** The second factor from before is asked for, works once, and can be turned off. */
async function expectWorking(adapter: Adapter, userId: string): Promise<void> {
  const found = () => Promise.resolve({ id: userId });
  const authorize = { id: "credentials", type: "credentials", name: "C", credentials: {} } as const;
  const providers = [{ ...authorize, authorize: found }];
  const { browser } = secondStepWorld({ overrides: { adapter, providers } });
  const mine = browser();
  await firstStep(mine, {});
  const code = codeOf(app);
  expect(location(await secondStep(mine, code))).toBe(home);
  const other = browser();
  await firstStep(other, {});
  expect((await secondStep(other, code)).status).toBe(400);
  await mine.submit("second-step/off");
  expect(location(await browser().signIn({}))).toBe(home);
}

const user = { id: "", email: "old@example.org", emailVerified: new Date() };
const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

describe.each([
  {
    ...{ name: "SQLite", skip: false, url: "file::memory:" },
    table: `create table "User_second_step" ("userId" text not null references "User" ("id") on delete cascade, "data" text not null, primary key ("userId"))`,
  },
  {
    ...{ name: "PostgreSQL", ...postgres },
    table: `create table "User_second_step" ("userId" text not null references "User" ("id") on delete cascade, "data" text not null, primary key ("userId"))`,
  },
  {
    ...{ name: "MariaDB", ...mysql },
    table:
      "create table `User_second_step` (`userId` varchar(255) character set utf8mb4 collate utf8mb4_bin not null, `data` mediumtext character set utf8mb4 not null, primary key (`userId`), foreign key (`userId`) references `User` (`id`) on delete cascade)",
  },
])("a table from before records, on $name", ({ skip, url, table }) => {
  let db: Kysely<unknown>;
  beforeAll(async () => {
    if (skip) return;
    db = await connect(url);
    await migrate(db);
    await sql.raw(table).execute(db);
  });
  afterAll(() => (skip ? undefined : db.destroy()));

  it.skipIf(skip)("gets a column from migrate, and its rows go on", async () => {
    const adapter = SqlAdapter(db);
    const { id } = await adapter.createUser(user);
    const [name, userId, data] = [sql.table("User_second_step"), sql.id("userId"), sql.id("data")];
    const sealed = await sealedFor(id);
    await sql`insert into ${name} (${userId}, ${data}) values (${id}, ${sealed})`.execute(db);
    const { statements, warnings } = await migrate(db, { plugins: [twoFactor()] });
    expect(statements).toEqual([expect.stringMatching(/^alter table .*add column .version/)]);
    expect(warnings).toEqual([]);
    await expectWorking(adapter, id);
  });
});

const redis = await freshRedisPrefix();

describe.skipIf(redis.skip)("keys from before records, on Redis", () => {
  const client = new Redis(redis.url, { lazyConnect: true });
  const prefix = `${redis.prefix}{old}:`;
  const adapter = RedisAdapter(client, { prefix });
  afterAll(() => client.quit());

  async function olderUser(email: string): Promise<string> {
    const { id } = await adapter.createUser({ ...user, email });
    const row = JSON.stringify({ userId: id, data: await sealedFor(id) });
    await client.set(`${prefix}second-step:${id}`, row);
    return id;
  }

  it("are read, used up and removed", async () => {
    const id = await olderUser("one@example.org");
    await expectWorking(adapter, id);
    expect(await client.exists(`${prefix}second-step:${id}`)).toBe(0);
  });

  it("go with their user", async () => {
    const id = await olderUser("two@example.org");
    await deleteThrough(adapter, id);
    expect(await client.exists(`${prefix}second-step:${id}`)).toBe(0);
  });
});

/** As the library deletes a user. */
async function deleteThrough(adapter: Adapter, id: string): Promise<void> {
  const { createStore } = await import("../../src/core/config/adapter.js");
  const { recordsBinder } = await import("../../src/core/records/bound.js");
  const keepRecords = recordsBinder(twoFactor().tables ?? []);
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined };
  await createStore(adapter, { logger, timeout: 5000, keepRecords }).deleteUser(id);
}

describe("a user in another store than the records", () => {
  it("is deleted with their records", async () => {
    const world = secondStepWorld();
    const rows = createMemoryStore();
    rows.users.set(ada.id, { ...ada, emailVerified: null });
    const { records: _, ...users } = world.adapter;
    const adapter = extend(users, MemoryAdapter(rows));
    await withPhone(secondStepWorld({ overrides: { adapter } }));
    expect(stepsIn(rows).size).toBe(1);
    await deleteThrough(adapter, ada.id);
    expect(stepsIn(rows).size).toBe(0);
    expect(await world.adapter.getUser(ada.id)).toBeNull();
  });
});

describe("a code of a set-up that is removed and made anew in the meantime", () => {
  it("brings nothing of the former one back", async () => {
    const world = secondStepWorld();
    const { browser: owner, codes } = await withPhone(world);
    const thief = world.browser();
    await firstStep(thief);
    const { records } = world.adapter;
    const renewed: unknown[] = [];
    const write: typeof records.write = async (changes) => {
      if (renewed.length === 0) {
        await owner.submit("second-step/off");
        await turnOn(owner);
        renewed.push(world.secondSteps.get(ada.id));
      }
      return records.write(changes);
    };
    const config = {
      ...world.config,
      adapter: { ...world.adapter, records: { ...records, write } },
    };
    const late = thief.copy((request) => new Browser(config).send(request));
    expect((await secondStep(late, codes[0] ?? "")).status).toBe(400);
    expect(renewed).toEqual([world.secondSteps.get(ada.id)]);
  });
});
