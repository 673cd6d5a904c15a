import { describe, expect, test } from "vitest";
import { extend } from "../../src/adapters/extend.js";
import type { Adapter } from "../../src/adapters/index.js";
import { createMemoryStore, MemoryAdapter } from "../../src/adapters/memory/index.js";
import { connect, migrate, SqlAdapter } from "../../src/adapters/sql/index.js";
import { stateOfAdapter } from "../../src/core/state/adapter-state.js";
import { runSuite } from "./run-suite.js";

/** As packages have it that were written before these methods were. */
function withoutNewer(adapter: Required<Adapter>): Adapter {
  const { transaction: _t, updateAccount: _u, listAccountsByUserId: _l, ...rest } = adapter;
  const { deleteSessionsByUserId: _s, deleteAuthenticator: _a, ...older } = rest;
  return older;
}

describe("an adapter that was extended by another on the same tables", () => {
  const store = createMemoryStore();
  runSuite(extend(withoutNewer(MemoryAdapter(store)), MemoryAdapter(store)), {
    leavesOut: ["transaction", "[RES-14]"],
  });

  test("does what it can itself, as its own method, and has no transaction of the other", async () => {
    class Own implements Adapter {
      readonly #asked: string[] = [];
      getUser(id: string) {
        this.#asked.push(id);
        return { id, email: this.#asked.join(), emailVerified: null };
      }
    }
    const extended = extend(new Own(), MemoryAdapter(store));
    expect(await extended.getUser?.("7")).toMatchObject({ email: "7" });
    expect(extended.updateAccount).toBeTypeOf("function");
    expect(extended.transaction).toBeUndefined();
    expect({ ...extended }).toHaveProperty("updateAccount");
  });

  test("brings the shared state of the other", async () => {
    const db = await connect("file::memory:");
    await migrate(db);
    const extended = extend(withoutNewer(MemoryAdapter(store)), SqlAdapter(db));
    const state = await stateOfAdapter(extended);
    await state?.set("k", "v", { ttl: 60 });
    expect(await state?.get(["k"])).toEqual(["v"]);
    await db.destroy();
  });
});
