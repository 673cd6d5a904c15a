import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { expect, it } from "vitest";
import { createStore } from "../config/adapter.js";
import { createCallbacks, createEvents } from "../config/hooks.js";
import { CookieJar } from "../cookies/jar.js";
import { createKeyRing } from "../crypto/keys.js";
import { createSessions } from "./index.js";

const nothing = () => undefined;
const logger = { error: nothing, warn: nothing, debug: nothing };
const store = createStore(MemoryAdapter(), { logger, timeout: 1000 });
const common = {
  maxAge: 100,
  updateAge: 10,
  maxCookieSize: 12_288,
  warnOnce: () => undefined,
  generateSessionToken: () => "token",
  jwt: { maxAge: 100, secret: "a secret of sessions" },
  keys: createKeyRing(["a secret of sessions"]),
  callbacks: createCallbacks(),
  events: createEvents({}, { logger, timeout: 1000 }),
  logger,
};

it.each([
  ["database, with a store, are in it", "database", store, true],
  ["jwt, with a store, are not in it", "jwt", store, false],
  ["jwt, without a store, need none", "jwt", null, false],
  ["database, without a store, are in no store", "database", null, false],
] as const)("sessions of the strategy %s", async (...given) => {
  const [, strategy, where, stored] = given;
  const sessions = await createSessions({ ...common, strategy, store: where });
  expect(sessions.ofStoredUsers).toBe(stored);
});

it.each([true, false])("sessions in a store that is to hold hashes: %s", async (hashed) => {
  const rows = createMemoryStore();
  rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
  const own = createStore(MemoryAdapter(rows), { logger, timeout: 1000 });
  const deps = { ...common, strategy: "database", store: own, hashed } as const;
  const jar = new CookieJar(null);
  const account = { provider: "idp", providerAccountId: "7", type: "oauth" } as const;
  const context = { jar, cookie: { name: "s", options: {} }, now: Date.now() };
  await (await createSessions(deps)).start(context, { user: { id: "1" }, account });
  const [kept = ""] = rows.sessions.keys();
  expect(kept.startsWith("sha256:")).toBe(hashed);
  expect(jar.changes()).toMatchObject([{ value: "token" }]);
});
