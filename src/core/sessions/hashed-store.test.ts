import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import type { Adapter } from "../../types/adapter.js";
import { createStore } from "../config/adapter.js";
import { createKeyRing } from "../crypto/keys.js";
import { hashedStore } from "./hashed-store.js";
import { hashOfToken } from "./token-hash.js";

const keys = createKeyRing(["a secret of sessions"]);
const expires = new Date(Date.now() + 60_000);
const later = new Date(Date.now() + 90_000);

function setUp(change: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter) {
  const rows = createMemoryStore();
  rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
  const told: unknown[] = [];
  const quiet = { error: () => undefined, warn: () => undefined, debug: () => undefined };
  const plain = createStore(change(MemoryAdapter(rows)), { logger: quiet, timeout: 1000 });
  const debug = (...given: unknown[]) => void told.push(given);
  const store = hashedStore(plain, { keys, logger: { ...quiet, debug } });
  return { rows, told, plain, store, tokens: () => [...rows.sessions.keys()] };
}
const session = { sessionToken: "token", userId: "1", expires };

describe("a store that holds hashes of session tokens", () => {
  it("finds, extends and removes a session by its token, which it never holds", async () => {
    const { store, rows, tokens } = setUp();
    expect(await store.createSession(session)).toEqual(session);
    const hashed = await hashOfToken(keys, "token");
    expect(tokens()).toEqual([hashed]);
    expect(await store.getSessionAndUser("token")).toMatchObject({ session, user: { id: "1" } });
    await store.updateSession({ sessionToken: "token", expires: later });
    expect([...rows.sessions.values()]).toEqual([
      { ...session, sessionToken: hashed, expires: later },
    ]);
    expect(await store.deleteSession("token")).toMatchObject({ userId: "1" });
    expect(tokens()).toEqual([]);
  });

  it("does not take what it holds for a token", async () => {
    const { store, tokens } = setUp();
    await store.createSession(session);
    const hashed = await hashOfToken(keys, "token");
    expect(await store.getSessionAndUser(hashed)).toBeNull();
    await store.deleteSession(hashed);
    expect(tokens()).toEqual([hashed]);
  });

  it("finds a row of before once by its token, and replaces it", async () => {
    const { store, plain, tokens, told } = setUp();
    await plain.createSession(session);
    expect(await store.getSessionAndUser("token")).toMatchObject({ session });
    expect(tokens()).toEqual([await hashOfToken(keys, "token")]);
    expect(await store.getSessionAndUser("token")).toMatchObject({ session });
    expect(told).toEqual([]);
  });

  it("leaves a row of before that is over, and removes it like any other", async () => {
    const { store, plain, tokens } = setUp();
    await plain.createSession({ ...session, expires: new Date(Date.now() - 1) });
    expect(await store.getSessionAndUser("token")).toMatchObject({ session: { userId: "1" } });
    expect(tokens()).toEqual(["token"]);
    expect(await store.deleteSession("token")).toMatchObject({ userId: "1" });
    expect(tokens()).toEqual([]);
  });

  it("knows nothing of what is not there", async () => {
    const { store } = setUp();
    expect(await store.getSessionAndUser("token")).toBeNull();
    expect(await store.deleteSession("token")).toBeNull();
  });

  it("removes both where a row of before was replaced by halves", async () => {
    const { store, plain, tokens } = setUp();
    await plain.createSession(session);
    await store.createSession(session);
    expect(tokens()).toHaveLength(2);
    await store.deleteSession("token");
    expect(tokens()).toEqual([]);
  });

  it("accepts an older row that can't be replaced, and logs it", async () => {
    const { store, plain, told, rows } = setUp((adapter) => ({
      ...adapter,
      createSession: (given) =>
        given.sessionToken === "token"
          ? adapter.createSession(given)
          : Promise.reject(new Error("no room")),
    }));
    await plain.createSession(session);
    expect(await store.getSessionAndUser("token")).toMatchObject({ session });
    expect(rows.sessions.size).toBe(1);
    expect(told).toMatchObject([
      [
        "session_row_kept",
        {
          type: "SessionTokenError",
          message:
            "A session row from before `session.hashed` couldn't be replaced. The next read tries again.",
          cause: { err: { type: "AdapterError" } },
        },
      ],
    ]);
  });
});
