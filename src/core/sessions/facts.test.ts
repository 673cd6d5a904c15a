import { describe, expect, it } from "vitest";
import { factsOf, withFacts } from "./facts.js";

const sid = "A_b-".repeat(6).slice(0, 22);
const least = { sid, authTime: 5 };

describe("the facts in a token", () => {
  it("are read as they were written, whatever else the token says", () => {
    const whole = {
      ...least,
      provider: "idp",
      method: "oidc",
      atProvider: "hash",
      untilClosed: true,
      plugins: { one: { a: "1" } },
    };
    const claims = withFacts({ sub: "1", latchkey: "odd" }, whole);
    expect(claims).toStrictEqual({ sub: "1", latchkey: whole });
    expect(factsOf(claims)).toStrictEqual(whole);
    expect(factsOf(withFacts({}, least))).toStrictEqual(least);
  });

  it("leave out what is none", () => {
    const odd = { provider: 1, method: null, atProvider: [], plugins: "x", untilClosed: "yes" };
    expect(factsOf({ latchkey: { ...least, ...odd, more: "x" } })).toStrictEqual(least);
    expect(factsOf({ latchkey: { ...least, untilClosed: false } })).toStrictEqual(least);
    const plugins = { one: { a: "1", b: 2 }, two: "x", three: null };
    expect(factsOf({ latchkey: { ...least, plugins } })).toStrictEqual({
      ...least,
      plugins: { one: { a: "1" } },
    });
  });

  it.each([
    undefined,
    null,
    "text",
    [least],
    {},
    { ...least, sid: 7 },
    { ...least, sid: "short" },
    { ...least, sid: `${sid}x` },
    { ...least, sid: `${sid.slice(1)}.` },
    { ...least, sid: [sid] },
    { ...least, authTime: "5" },
    { ...least, authTime: Number.NaN },
    { sid },
    { authTime: 5 },
  ])("are none in %j", (latchkey) => {
    expect(factsOf({ sub: "1", latchkey })).toBeUndefined();
  });

  it("are none where there is no such claim", () => {
    expect(factsOf({ sub: "1", ...least })).toBeUndefined();
  });
});
