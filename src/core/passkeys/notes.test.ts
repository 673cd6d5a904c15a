import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import type { Adapter } from "../../types/adapter.js";
import { Conflict, type Change, type RecordStore } from "../../types/records.js";
import { createStore } from "../config/adapter.js";
import { recordsBinder } from "../records/bound.js";
import { passkeyNotes } from "./notes-table.js";
import { changePasskeyNote, passkeyName, readPasskeyNotes, type PasskeyNote } from "./notes.js";

const at = "2026-01-01T00:00:00.000Z";
const of = { userId: "1", id: "k1" };

function setUp(change: (adapter: Required<Adapter>) => Adapter = (adapter) => adapter) {
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined };
  const rows = createMemoryStore();
  rows.users.set("1", { id: "1", email: "ada@example.org", emailVerified: null });
  const adapter = change(MemoryAdapter(rows));
  const keepRecords = recordsBinder([passkeyNotes]);
  const store = createStore(adapter, { logger, timeout: 1000, keepRecords });
  const notes = async () => Object.fromEntries((await readPasskeyNotes(store, "1")) ?? []);
  return { store, notes };
}

type Write = RecordStore["write"];

function writing(
  adapter: Required<Adapter>,
  around: (write: () => ReturnType<Write>, kind: Change["kind"]) => ReturnType<Write>,
): Adapter {
  const { records } = adapter;
  const write: Write = (changes) =>
    around(() => records.write(changes), changes[0]?.kind ?? "insert");
  return { ...adapter, records: { ...records, write } };
}

describe("notes on passkeys", () => {
  it("are none where nothing was noted, and can't be where the adapter keeps none", async () => {
    expect(await readPasskeyNotes(setUp().store, "1")).toEqual(new Map());
    const { store } = setUp(({ records: _, ...adapter }) => adapter);
    expect(await readPasskeyNotes(store, "1")).toBeNull();
    expect(await changePasskeyNote(store, of, () => ({ name: "x" }))).toBe(false);
  });

  it("are changed one by one", async () => {
    const { store, notes } = setUp();
    const seen: PasskeyNote[] = [];
    const set = (id: string, note: PasskeyNote | undefined) =>
      changePasskeyNote(store, { userId: "1", id }, (before) => {
        seen.push(before);
        return note;
      });
    expect(await set("k1", { name: "Phone" })).toBe(true);
    expect(await set("k2", { name: "Key" })).toBe(true);
    expect(await notes()).toEqual({ k1: { name: "Phone" }, k2: { name: "Key" } });
    expect(await set("k1", undefined)).toBe(true);
    expect(await notes()).toEqual({ k2: { name: "Key" } });
    expect(seen).toEqual([{}, {}, { name: "Phone" }]);
  });

  it("are not written to remove what is not there", async () => {
    let writes = 0;
    const { store } = setUp((adapter) =>
      writing(adapter, (write) => {
        writes += 1;
        return write();
      }),
    );
    expect(await changePasskeyNote(store, of, () => undefined)).toBe(true);
    expect(writes).toBe(0);
  });

  it("are tried again while others write, and not for ever", async () => {
    let refusals = 7;
    let tries = 0;
    const { store, notes } = setUp((adapter) =>
      writing(adapter, async (write, kind) => {
        tries += 1;
        refusals -= 1;
        if (refusals < 0) return write();
        return kind === "insert" ? new Conflict("passkey_notes") : "unmatched";
      }),
    );
    expect(await changePasskeyNote(store, of, () => ({ name: "x" }))).toBe(true);
    expect([tries, await notes()]).toEqual([8, { k1: { name: "x" } }]);
    refusals = 100;
    tries = 0;
    expect(await changePasskeyNote(store, of, () => ({ name: "y" }))).toBe(false);
    expect(tries).toBe(8);
  });

  it.each([
    ["nonsense", {}],
    ["[]", {}],
    ['{"k1":7}', { k1: {} }],
    ['{"k1":{"name":7,"createdAt":5,"lastUsedAt":null}}', { k1: {} }],
    ['{"k1":{"createdAt":"never","lastUsedAt":"soon"}}', { k1: {} }],
    [
      `{"k1":{"name":"x","createdAt":"${at}","lastUsedAt":"${at}","odd":1}}`,
      { k1: { name: "x", createdAt: at, lastUsedAt: at } },
    ],
  ])("of a row that says %s are %j", async (data, told) => {
    const { store, notes } = setUp();
    await store.records.insert(passkeyNotes, { userId: "1", data });
    expect(await notes()).toEqual(told);
  });
});

describe("the name of a passkey", () => {
  it.each([
    ["Phone", "Phone"],
    ["  My key ", "My key"],
    ["", ""],
    ["   ", ""],
    ["a\u202eb\u2066c", "abc"],
    ["x".repeat(60), "x".repeat(60)],
    ["😀".repeat(60), "😀".repeat(60)],
    ["x".repeat(61), undefined],
    ["two\nlines", undefined],
    ["a\u0000", undefined],
  ])("%j is kept as %j", (typed, name) => {
    expect(passkeyName(typed)).toBe(name);
  });
});
