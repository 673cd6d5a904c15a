import { createClient } from "redis";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { extend } from "latchkey/adapters/extend";
import { RedisAdapter } from "latchkey/adapters/redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../../src/adapters/index.js";
import { singles } from "../../src/adapters/suite/record-tables.js";
import { createStore } from "../../src/core/config/adapter.js";
import { recordsBinder } from "../../src/core/records/bound.js";
import { recorder } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { email, passwordWorld, signIn, signUp } from "../support/password-world.js";
import { freshRedisPrefix } from "../support/services.js";

const redis = await freshRedisPrefix();
const inbox = await openInbox();

/** With the methods that the published adapters have, as the one for MongoDB, and users in a store of its own. */
function published(): Adapter {
  const { transaction: _t, records: _r, ...rest } = MemoryAdapter(createMemoryStore());
  const {
    updateAccount: _u,
    listAccountsByUserId: _l,
    deleteSessionsByUserId: _s,
    ...older
  } = rest;
  return older;
}

describe.skipIf(redis.skip)("users in one store, and records in Redis", () => {
  const client = createClient({ url: redis.url });
  beforeAll(async () => void (await client.connect()));
  afterAll(() => client.close());
  const lender = () =>
    RedisAdapter(client, { prefix: `${redis.prefix}{elsewhere}:`, users: "elsewhere" });
  // Nothing of users, accounts and sessions is lent: those would be in two stores.
  const adapter = () => extend(published(), { records: lender().records });

  test("passwords are kept, and people sign in by them", async () => {
    const { config, browser } = passwordWorld(inbox, { overrides: { adapter: adapter() } });
    await signUp(browser(), inbox);
    const ours = browser();
    await signIn(ours);
    expect(await ours.session()).toMatchObject({ user: { email } });
    expect(config.adapter).toBeDefined();
  });

  test("a user who is deleted leaves no records behind", async () => {
    const kept = adapter();
    const keepRecords = recordsBinder([singles]);
    const store = createStore(kept, { logger: recorder().logger, timeout: 1000, keepRecords });
    const user = { name: null, image: null, email: "b@example.org", emailVerified: null };
    const { id } = await store.createUser({ ...user, id: "7" });
    await store.records.insert(singles, { userId: id, data: "of theirs" });
    await store.deleteUser(id);
    expect(await store.records.get(singles, id)).toBeNull();
    expect(await store.getUser(id)).toBeNull();
  });
});
