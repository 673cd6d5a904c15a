import { describe, expect, it } from "vitest";
import { KnownTokens } from "./known-tokens.js";

const key = (token: string, salt = "s") => ({ token, salt });
/** A token and a text that count ten characters together. */
const ten = (index: number) => `t.${index}`.padEnd(5, "x");
const text = "12345";

/** Adds one that has come before. */
function keep(known: KnownTokens, what: ReturnType<typeof key>, content: string): void {
  known.add(what, content);
  known.add(what, content);
}

describe("known tokens", () => {
  it("are kept from the second time on, and found by the whole token and its cookie", () => {
    const known = new KnownTokens();
    known.add(key("a.b"), "text");
    expect(known.get(key("a.b"))).toBeUndefined();
    known.add(key("a.b"), "text");
    expect(known.get(key("a.b"))).toBe("text");
    expect(known.get(key("a.b", "other"))).toBeUndefined();
    expect(known.get(key("a.c"))).toBeUndefined();
    expect(known.get(key("a."))).toBeUndefined();
    expect(known.get(key("__proto__"))).toBeUndefined();
  });

  it("are not mixed up with others that end the same", () => {
    const known = new KnownTokens();
    const [one, other] = [`one.${"x".repeat(20)}`, `other.${"x".repeat(20)}`];
    known.add(key(one), "1");
    known.add(key(other), "2");
    expect(known.get(key(one))).toBeUndefined();
    expect(known.get(key(other))).toBe("2");
  });

  it("are bounded: those not asked for longest are forgotten", () => {
    const known = new KnownTokens(40);
    const found = () =>
      Array.from({ length: 12 }, (_, index) => index).filter(
        (index) => known.get(key(ten(index))) !== undefined,
      );
    for (let index = 0; index < 12; index++) keep(known, key(ten(index)), text);
    expect(found().length).toBeLessThanOrEqual(10);
    expect(found()).toContain(11);
    expect(found()).not.toContain(0);
  });

  it("take no more room for being asked for often", () => {
    const known = new KnownTokens(40);
    for (const index of [0, 1, 2]) keep(known, key(ten(index)), text);
    for (let time = 0; time < 100; time++) known.get(key(ten(2)));
    expect([0, 1, 2].map((index) => known.get(key(ten(index))))).toEqual([text, text, text]);
  });

  it("are forgotten when a second half is full, not before", () => {
    const known = new KnownTokens(40);
    for (let index = 0; index < 9; index++) keep(known, key(ten(index)), text);
    expect(known.get(key(ten(0)))).toBe(text);
    keep(known, key(ten(9)), text);
    expect(known.get(key(ten(1)))).toBeUndefined();
  });

  it("are at least a thousand, of the usual size", () => {
    const known = new KnownTokens();
    const all = Array.from({ length: 1000 }, (_, index) => key(`${"x".repeat(600)}.${index}`));
    for (const one of all) known.add(one, text);
    for (const one of all) known.add(one, text);
    expect(all.filter((one) => known.get(one) === text)).toHaveLength(1000);
  });

  it("keep one that is asked for again and again", () => {
    const known = new KnownTokens(40);
    keep(known, key("mine."), text);
    for (let index = 0; index < 100; index++) {
      keep(known, key(ten(index)), text);
      expect(known.get(key("mine."))).toBe(text);
    }
  });

  it("that are larger than the bound are forgotten at the next one", () => {
    const known = new KnownTokens(40);
    keep(known, key("large"), "x".repeat(100));
    expect(known.get(key("large"))).toBeDefined();
    keep(known, key("huge"), "x".repeat(100));
    keep(known, key("vast"), "x".repeat(100));
    expect(known.get(key("large"))).toBeUndefined();
  });

  it("do not count those that came once without end", () => {
    const known = new KnownTokens();
    known.add(key("mine."), text);
    for (let index = 0; index < 4096; index++) known.add(key(`${index}`), text);
    known.add(key("mine."), text);
    expect(known.get(key("mine."))).toBeUndefined();
  });
});
