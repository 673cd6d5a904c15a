import { MemoryAdapter } from "latchkey/adapters/memory";
import { expect, it } from "vitest";
import { createStore } from "../config/adapter.js";
import { createCallbacks, createEvents } from "../config/hooks.js";
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
