import { describe, expect, test } from "vitest";
import { createMemoryStore, MemoryAdapter } from "../../src/adapters/memory/index.js";
import { runSuite } from "./run-suite.js";

describe("the compatibility suite on the memory adapter [ADP-7]", () => {
  runSuite(MemoryAdapter(), { extraUserFields: { role: "admin", level: 3, tags: ["a"] } });
});

describe("the memory adapter", () => {
  const user = { id: "1", email: "a@example.org", emailVerified: null };

  test("copies rows in and out, so nobody changes the store behind its back", async () => {
    const adapter = MemoryAdapter();
    const given = { ...user, emailVerified: new Date(0) };
    const created = await adapter.createUser(given);
    given.emailVerified.setTime(1);
    created.email = "changed@example.org";
    created.emailVerified?.setTime(2);
    expect(await adapter.getUser("1")).toEqual({ ...user, emailVerified: new Date(0) });
  });

  test("lists users who have neither an address nor a name, such as guests", async () => {
    const adapter = MemoryAdapter();
    const guest = { id: "2", email: null, name: null, emailVerified: null };
    await adapter.createUser(user);
    await adapter.createUser(guest);
    expect(await adapter.listUsers({ limit: 10 })).toEqual([user, guest]);
    expect(await adapter.listUsers({ limit: 10, search: "EXAMPLE" })).toEqual([user]);
  });

  test("takes frozen rows and rows with getters", async () => {
    const adapter = MemoryAdapter();
    const frozen = Object.freeze({
      ...user,
      get name() {
        return "Ada";
      },
    });
    await adapter.createUser(frozen);
    const found = await adapter.getUser("1");
    expect({ ...found, name: "Grace" }.name).toBe("Grace");
    expect(found?.name).toBe("Ada");
  });

  test("refuses rows of a user who is not there, as a foreign key would", async () => {
    const adapter = MemoryAdapter();
    const session = { sessionToken: "s", userId: "nobody", expires: new Date() };
    await expect(adapter.createSession(session)).rejects.toThrow("no user");
  });

  test("shows nothing of a transaction before it ends", async () => {
    const store = createMemoryStore();
    const adapter = MemoryAdapter(store);
    await adapter.transaction(async (within) => {
      await within.createUser?.(user);
      expect(store.users.size).toBe(0);
      expect(await within.getUserByEmail?.(user.email)).toMatchObject({ id: "1" });
    });
    expect(store.users.size).toBe(1);
  });

  test("keeps nothing of a transaction that lost a race", async () => {
    const store = createMemoryStore();
    const adapter = MemoryAdapter(store);
    const loser = adapter.transaction(async (within) => {
      await within.createUser?.({ ...user, id: "2" });
      await adapter.createUser(user);
    });
    await expect(loser).rejects.toMatchObject({ name: "DuplicateError", key: "user.email" });
    expect([...store.users.keys()]).toEqual(["1"]);
  });

  test("lets a token be used once, also when a transaction holds it", async () => {
    const adapter = MemoryAdapter();
    const key = { identifier: "a@example.org", token: "t" };
    await adapter.createVerificationToken({ ...key, expires: new Date() });
    const second = adapter.transaction(async (within) => {
      expect(await within.useVerificationToken?.(key)).toMatchObject(key);
      expect(await adapter.useVerificationToken(key)).toMatchObject(key);
    });
    await expect(second).rejects.toThrow("so it was rolled back");
  });
});
