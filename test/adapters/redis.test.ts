import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RedisAdapter } from "../../src/adapters/redis/index.js";
import { freshRedisPrefix } from "../support/services.js";
import { runSuite } from "./run-suite.js";

const { skip, url, prefix } = await freshRedisPrefix();
const extraUserFields = { role: "editor", born: new Date(123), when: "2026-01-01T00:00:00.000Z" };

describe.skipIf(skip)("on Redis, through node-redis", () => {
  const client = createClient({ url });
  beforeAll(async () => {
    await client.connect();
  });
  afterAll(() => client.close());

  describe("passes the compatibility suite [ADP-7]", () => {
    runSuite(RedisAdapter(client, { prefix: `${prefix}{node}:` }), {
      extraUserFields,
      leavesOut: ["transaction", "listUsers"],
    });
  });
});

describe.skipIf(skip)("on Redis, through ioredis with a keyPrefix", () => {
  const client = new Redis(url, { lazyConnect: true, keyPrefix: `${prefix}app:` });
  afterAll(() => client.quit());
  const adapter = RedisAdapter(client, { prefix: "{io}:" });

  describe("passes the compatibility suite [ADP-7]", () => {
    runSuite(adapter, { extraUserFields, leavesOut: ["transaction", "listUsers"] });
  });

  test("deleteUser leaves no key behind", async () => {
    const plain = new Redis(url);
    const before = await plain.keys(`${prefix}app:*`);
    const user = await adapter.createUser({ id: "", email: "k@example.org", emailVerified: null });
    const { id: userId } = user;
    const expires = new Date(Date.now() + 60_000);
    await adapter.createSession({ sessionToken: "prefixed", userId, expires });
    await adapter.linkAccount({ userId, type: "oidc", provider: "p", providerAccountId: "a" });
    await adapter.deleteUser(userId);
    expect((await plain.keys(`${prefix}app:*`)).sort()).toEqual(before.sort());
    plain.disconnect();
  });
});

describe.skipIf(skip)("on Redis, through ioredis", () => {
  const client = new Redis(url, { lazyConnect: true });
  afterAll(() => client.quit());
  const adapter = RedisAdapter(client, { prefix: `${prefix}{io}:` });
  const user = { email: "", emailVerified: null };

  describe("passes the compatibility suite [ADP-7]", () => {
    runSuite(adapter, { extraUserFields, leavesOut: ["transaction", "listUsers"] });
  });

  test("sessions and tokens go when they expire", async () => {
    const { id: userId } = await adapter.createUser({ ...user, id: "" });
    const expires = new Date(Date.now() + 1000);
    const key = { identifier: "a@example.org", token: "soon" };
    await adapter.createSession({ sessionToken: "soon", userId, expires });
    await adapter.createVerificationToken({ ...key, expires });
    expect(await adapter.getSessionAndUser("soon")).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await adapter.getSessionAndUser("soon")).toBeNull();
    expect(await adapter.useVerificationToken(key)).toBeNull();
  });

  test("deleteSessionsByUserId ends them all, also while sessions are made", async () => {
    const { id: userId } = await adapter.createUser({ ...user, id: "" });
    const expires = new Date(Date.now() + 60_000);
    const session = (number: number) => ({ sessionToken: `ended ${number}`, userId, expires });
    await Promise.all(Array.from({ length: 20 }, (_, n) => adapter.createSession(session(n))));
    const later = Array.from({ length: 10 }, (_, n) => adapter.createSession(session(20 + n)));
    await Promise.all([adapter.deleteSessionsByUserId(userId), ...later]);
    await adapter.deleteSessionsByUserId(userId);
    const left = Array.from({ length: 30 }, (_, n) => adapter.getSessionAndUser(`ended ${n}`));
    expect(await Promise.all(left)).toEqual(left.map(() => null));
  });

  test("deleteUser leaves no key behind, also while sessions are made", async () => {
    const { id: userId } = await adapter.createUser({ ...user, id: "", email: "gone@example.org" });
    const expires = new Date(Date.now() + 60_000);
    const session = (number: number) => ({ sessionToken: `gone ${number}`, userId, expires });
    const made = Array.from({ length: 30 }, (_, number) =>
      Promise.resolve(adapter.createSession(session(number))).catch(() => undefined),
    );
    await Promise.all([...made, adapter.deleteUser(userId)]);
    const keys = await client.keys(`${prefix}*`);
    expect(keys.filter((key) => key.includes(userId) || key.includes("gone"))).toEqual([]);
  });

  test("a prefix without a hash tag becomes one", async () => {
    const plain = RedisAdapter(client, { prefix: `${prefix}plain` });
    const { id } = await plain.createUser({ ...user, id: "" });
    expect(await client.keys(`{${prefix}plain}*`)).toEqual([`{${prefix}plain}user:${id}`]);
    await plain.deleteUser(id);
  });

  test("updates of one user at the same moment are all kept", async () => {
    const { id } = await adapter.createUser({ ...user, id: "" });
    const fields = Array.from({ length: 10 }, (_, number) => [`field${number}`, number] as const);
    await Promise.all(
      fields.map(async ([name, value]) => adapter.updateUser({ id, ...{ [name]: value } })),
    );
    expect(await adapter.getUser(id)).toMatchObject(Object.fromEntries(fields));
  });
});
