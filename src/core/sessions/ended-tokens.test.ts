import { describe, expect, it } from "vitest";
import { EndedTokens } from "./ended-tokens.js";

const now = Date.UTC(2026, 0, 1);
const minute = 60_000;

describe("tokens that were ended", () => {
  it("are known for five minutes, also when the clock is put back", () => {
    const ended = new EndedTokens();
    expect(ended.has("a", now)).toBe(false);
    ended.add("a", now);
    expect([ended.has("a", now), ended.has("b", now)]).toEqual([true, false]);
    expect([ended.has("a", now + 5 * minute - 1), ended.has("a", now + 5 * minute)]).toEqual([
      true,
      false,
    ]);
    expect(ended.has("a", now - 6 * minute)).toBe(false);
  });

  it("are told by both of their ends", () => {
    const [same, middle] = ["e".repeat(64), "m".repeat(1000)];
    const ended = new EndedTokens();
    ended.add(`x${same}`, now);
    expect([ended.has(`x${same}`, now), ended.has(`y${same}`, now)]).toEqual([true, false]);
    ended.add(`${same}${middle}x${same}`, now);
    expect(ended.has(`${same}${middle}x${same}`, now)).toBe(true);
    expect(ended.has(`y${same}${middle}x${same}`, now)).toBe(false);
    expect(ended.has(`${same}${middle}x${same}y`, now)).toBe(false);
  });

  it("may count only for what was under way", () => {
    const ended = new EndedTokens();
    ended.add("a", now);
    expect([ended.hasSince("a", now - 1), ended.hasSince("a", now)]).toEqual([true, false]);
    expect(ended.hasSince("b", now - 1)).toBe(false);
  });

  it("count no longer once a session begins with one", () => {
    const ended = new EndedTokens();
    ended.add("a", now);
    ended.forget("a");
    expect(ended.has("a", now)).toBe(false);
  });

  it("are so many at most, the newest", () => {
    const ended = new EndedTokens(2);
    for (const token of ["a", "b", "c"]) ended.add(token, now);
    expect(["a", "b", "c"].map((token) => ended.has(token, now))).toEqual([false, true, true]);
  });
});
