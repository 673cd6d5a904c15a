import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { asPlugin } from "../../../test/support/plugins.js";
import { createStore } from "../../core/config/adapter.js";
import { passkeyNotes } from "../../core/passkeys/notes-table.js";
import { readPasskeyNotes } from "../../core/passkeys/notes.js";
import { recordsBinder } from "../../core/records/bound.js";
import type { Adapter } from "../../types/adapter.js";
import { passkey } from "./sign-in.js";

const now = Date.UTC(2026, 0, 1);
const at = "2026-01-01T00:00:00.000Z";
const of = { userId: "1", id: "k1" };

function setUp(change: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter) {
  const logged: unknown[] = [];
  const quiet = { error: () => undefined, warn: () => undefined, debug: () => undefined };
  const rows = createMemoryStore();
  rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
  const store = createStore(change(MemoryAdapter(rows)), {
    ...{ logger: quiet, timeout: 1000 },
    keepRecords: recordsBinder([passkeyNotes]),
  });
  const logger = { ...quiet, error: (...given: unknown[]) => void logged.push(given) };
  const notes = async () => Object.fromEntries((await readPasskeyNotes(store, "1")) ?? []);
  return { logged, notes, context: { store, now, app: { ...asPlugin.bound.app, logger } } };
}

describe("the use of a passkey", () => {
  it("is noted: when it was made, and when it was last used", async () => {
    const { context, notes } = setUp();
    await passkey(context, { ...of, isNew: true });
    expect(await notes()).toEqual({ k1: { createdAt: at } });
    await passkey({ ...context, now: now + 1000 }, { ...of, isNew: false });
    expect(await notes()).toEqual({
      k1: { createdAt: at, lastUsedAt: "2026-01-01T00:00:01.000Z" },
    });
    await passkey(context, { ...of, isNew: true });
    expect(await notes()).toEqual({ k1: { createdAt: at } });
  });

  it("keeps nobody out when it can't be noted", async () => {
    const { context, logged } = setUp((adapter) => ({
      ...adapter,
      records: { ...adapter.records, read: () => Promise.reject(new Error("down")) },
    }));
    await passkey(context, { ...of, isNew: false });
    expect(logged).toMatchObject([["AdapterError", { type: "AdapterError" }]]);
  });
});
