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
  generateSessionToken: () => "token",
  jwt: { maxAge: 100, secret: "a secret of sessions" },
  keys: createKeyRing(["a secret of sessions"]),
  callbacks: createCallbacks(),
  events: createEvents({}, { logger, timeout: 1000 }),
  logger,
};

it.each([
  ["database", store, true],
  ["jwt", store, false],
  ["jwt", null, false],
  ["database", null, false],
] as const)(
  "sessions by the strategy %s are stored when there is a store (row %#)",
  async (...given) => {
    const [strategy, where, stored] = given;
    const sessions = await createSessions({ ...common, strategy, store: where });
    expect(sessions.ofStoredUsers).toBe(stored);
  },
);
