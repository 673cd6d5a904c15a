import { describe, expect, it } from "vitest";
import { factsInSuffix, withSuffix } from "./token-suffix.js";

const sid = "abcdefghijklmnopqrst_-";
const authTime = 1_700_000_000;
const time = authTime.toString(36);
const bare = { sid, authTime };

describe("facts at the end of a token", () => {
  it.each([
    [bare, `t.lk1.${sid}.${time}`],
    [{ ...bare, provider: "12" }, `t.lk1.${sid}.${time}.i12`],
    [{ ...bare, atProvider: "x_-9" }, `t.lk1.${sid}.${time}.px_-9`],
    [{ ...bare, untilClosed: true }, `t.lk1.${sid}.${time}.c`],
    [
      { ...bare, provider: "12", atProvider: "q", untilClosed: true },
      `t.lk1.${sid}.${time}.i12.pq.c`,
    ],
    [{ ...bare, method: "oidc", bothFactors: true }, `t.lk1.${sid}.${time}.toidc.b`],
    [
      { ...bare, plugins: { "a-b": { x: "1", y: "" }, c: { z: "_-" } } },
      `t.lk1.${sid}.${time}.xa-b~x~1~y~.xc~z~_-`,
    ],
  ])("%j are written and read again", (facts, token) => {
    expect(withSuffix("t", facts)).toBe(token);
    expect(factsInSuffix(token)).toEqual(facts);
  });

  it("of nothing leave no empty place", () => {
    const facts = { ...bare, provider: "", atProvider: "", untilClosed: false };
    expect(withSuffix("t", facts)).toBe(`t.lk1.${sid}.${time}`);
  });

  it("leave out a provider whose id has no place in a token", () => {
    expect(withSuffix("t", { ...bare, provider: "a.b c" })).toBe(`t.lk1.${sid}.${time}`);
  });

  it("are the last ones, whatever the token itself holds", () => {
    const token = withSuffix(withSuffix("t", { ...bare, provider: "1" }), {
      ...bare,
      provider: "2",
    });
    expect(factsInSuffix(token)).toEqual({ ...bare, provider: "2" });
    expect(factsInSuffix(`.lk1.${sid}.${time}`)).toEqual(bare);
  });

  it("may be in another order", () => {
    expect(factsInSuffix(`t.lk1.${sid}.${time}.c.pq.i1`)).toEqual({
      ...bare,
      provider: "1",
      atProvider: "q",
      untilClosed: true,
    });
  });

  it.each([
    "",
    "t",
    `t.lk2.${sid}.${time}`,
    "t.lk1.",
    `t.lk1.${sid}`,
    `t.lk1.${sid}.`,
    `t.lk1..${time}`,
    `t.lk1.${sid.slice(1)}.${time}`,
    `t.lk1.${sid}x.${time}`,
    `t.lk1.${sid.slice(1)}!.${time}`,
    `t.lk1.!${sid.slice(1)}.${time}`,
    `t.lk1.${sid}.${time}!`,
    `t.lk1.${sid}.!${time}`,
    `t.lk1.${sid}.ABC`,
    `t.lk1.${sid}.${"z".repeat(12)}`,
    `t.lk1.${sid}.${time}.`,
    `t.lk1.${sid}.${time}.i`,
    `t.lk1.${sid}.${time}.p`,
    `t.lk1.${sid}.${time}.i!1`,
    `t.lk1.${sid}.${time}.i1!`,
    `t.lk1.${sid}.${time}.cx`,
    `t.lk1.${sid}.${time}.x1`,
    `t.lk1.${sid}.${time}.xa~b`,
    `t.lk1.${sid}.${time}.xa~b~c~d`,
    `t.lk1.${sid}.${time}.xa~b~!`,
    `t.lk1.${sid}.${time}.c.c`,
    `t.lk1.${sid}.${time}.i1.i2`,
    `t.lk1.${sid}.${time}.i1.i1`,
    `t.lk1.${sid}.${time}.i1.x`,
  ])("that are not as they are written are none: %j", (token) => {
    expect(factsInSuffix(token)).toBeUndefined();
  });

  it("may have a time of eleven characters", () => {
    expect(factsInSuffix(`t.lk1.${sid}.${"z".repeat(11)}`)?.authTime).toBe(36 ** 11 - 1);
  });
});
