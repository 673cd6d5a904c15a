import { describe, expect, it } from "vitest";
import { memoryState } from "./memory.js";

describe("state in memory", () => {
  it("keeps no more than it may: the oldest are forgotten first", async () => {
    const state = memoryState({ entries: 1000 });
    for (let index = 0; index < 5000; index++) await state.set(`k${index}`, "1", { ttl: 600 });
    const keys = Array.from({ length: 5000 }, (_, index) => `k${index}`);
    const kept = (await state.get(keys)).flatMap((value, index) => (value ? [index] : []));
    expect(kept).toHaveLength(1000);
    expect(kept[0]).toBe(4000);
  });

  it("keeps what is counted again longer than what was counted once", async () => {
    const state = memoryState({ entries: 3 });
    for (const key of ["a", "b", "c", "a", "d"]) await state.increment(key, 600);
    expect(await state.get(["a", "b", "c", "d"])).toEqual(["2", undefined, "1", "1"]);
  });
});
