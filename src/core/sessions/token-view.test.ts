import { describe, expect, it } from "vitest";
import type { JWT } from "../../types/jwt.js";
import {
  isChanged,
  pictureOf,
  tokenAsStored,
  tokenAtSignIn,
  tokenForCallbacks,
  tokenToStore,
  withTextSub,
} from "./token-view.js";

const picture = "https://img.test/a.png";

describe("the picture under its two names", () => {
  it("is there under both when callbacks look, and stored under one", () => {
    const atSignIn = tokenAtSignIn({ id: "1", name: null, image: picture });
    expect(atSignIn).toEqual({ name: null, picture, image: picture, sub: "1" });
    const stored = tokenToStore(atSignIn, atSignIn);
    expect(stored).toEqual({ name: null, picture, sub: "1" });
    expect(tokenForCallbacks(stored)).toEqual(atSignIn);
  });

  it("is not there under either where nobody has one, and so with all that is not known", () => {
    expect(tokenAtSignIn({})).toStrictEqual({});
    expect(tokenForCallbacks({ sub: "1" })).toStrictEqual({ sub: "1" });
  });

  it("is given to callbacks in a copy", () => {
    for (const claims of [{ sub: "1" }, { picture }]) {
      expect(tokenForCallbacks(claims)).not.toBe(claims);
    }
  });

  it.each([
    [{ picture, image: "new" }, { picture }, { picture: "new" }],
    [{ picture: "new", image: picture }, { picture }, { picture: "new" }],
    [{ picture: "new", image: "other" }, { picture }, { picture: "new" }],
    [{ picture }, { picture }, { picture }],
    [{ picture: "new", image: "new" }, { picture }, { picture: "new" }],
    [{ image: "new" }, {}, { picture: "new" }],
    [{ image: null, picture }, { picture }, { picture: null }],
    [{}, { picture }, {}],
    [{ image: "new" }, { picture }, { picture: "new" }],
    [{ picture: null, image: picture }, { picture }, { picture: null }],
    [{ image: picture }, { picture }, {}],
    [{ picture: null, image: "new" }, { picture: null }, { picture: "new" }],
  ])("of %j, where %j was seen, %j is stored", (returned, seen, stored) => {
    expect(tokenToStore(returned, seen)).toEqual(stored);
  });
});

describe("the picture of a token", () => {
  it.each([
    [{ picture }, picture],
    [{ image: picture }, picture],
    [{ picture, image: "other" }, picture],
    [{ picture: null, image: picture }, picture],
    [{ picture: null }, null],
    [{ image: null }, null],
    [{ picture: null, image: null }, null],
    [{}, undefined],
  ])("of %j is %j", (claims, known) => {
    expect(pictureOf(claims)).toBe(known);
  });
});

describe("the token that the next callback sees", () => {
  it("is the one that was returned where it is as stored", () => {
    const plain: JWT[] = [
      { sub: "1", picture, image: picture },
      { sub: "1", picture },
      { sub: "1" },
    ];
    for (const returned of plain) {
      expect(tokenAsStored(returned, tokenToStore(returned, {}))).toBe(returned);
    }
  });

  it.each([
    [
      { sub: "1", picture, image: "old" },
      { sub: "1", picture },
      { sub: "1", picture, image: picture },
    ],
    [
      { sub: "1", picture: "old" },
      { sub: "1", picture },
      { sub: "1", picture, image: picture },
    ],
    [{ sub: "1", image: "old" }, { sub: "1" }, { sub: "1" }],
    [
      { sub: "2", picture },
      { sub: "1", picture },
      { sub: "1", picture, image: picture },
    ],
    [{ sub: "2", role: "a" }, { role: "a" }, { role: "a" }],
    [
      { role: "a", picture: "old" },
      { role: "a", picture: null },
      { role: "a", picture: null, image: null },
    ],
  ])("of %j, stored as %j, is %j", (returned, stored, seen) => {
    expect(tokenAsStored(returned, stored)).toStrictEqual(seen);
  });
});

describe("the subject of a token", () => {
  /** As a callback of the application may return it. */
  const claims: JWT = { role: "a" };
  const of = (sub: unknown): JWT => Object.assign<JWT, object>({ ...claims }, { sub });

  it("stays as it is where it is a text, or not there", () => {
    for (const given of [of("1"), of(undefined), claims]) {
      expect(withTextSub(given)).toBe(given);
    }
  });

  it.each([
    [7, "7"],
    [0, "0"],
    [7n, "7"],
  ])("%s is written as text", (sub, text) => {
    expect(withTextSub(of(sub))).toStrictEqual({ role: "a", sub: text });
    expect(tokenToStore(of(sub), {})).toStrictEqual({ role: "a", sub: text });
  });

  it.each(["", null, Number.NaN, Number.POSITIVE_INFINITY, true, {}, ["1"], { length: 1 }])(
    "%j is none",
    (sub) => {
      expect(withTextSub(of(sub))).toStrictEqual({ role: "a" });
    },
  );
});

describe("isChanged", () => {
  const text = '{"a":1,"b":{"c":[1]},"iat":1,"exp":2,"jti":"x"}';
  it.each([
    [{ a: 1, b: { c: [1] }, iat: 1, exp: 2, jti: "x" }, false],
    [{ b: { c: [1] }, a: 1 }, false],
    [{ a: 1, b: { c: [1] }, gone: undefined }, false],
    [{ a: 1, b: { c: [1] }, exp: 99 }, false],
    [{ a: 2, b: { c: [1] } }, true],
    [{ a: 1, b: { c: [2] } }, true],
    [{ a: 1 }, true],
    [{ a: 1, b: { c: [1] }, d: null }, true],
  ])("%j: %s", (claims, changed) => {
    expect(isChanged(claims, text)).toBe(changed);
  });

  it("tells claims from a text that holds none", () => {
    expect([isChanged({}, "[]"), isChanged({}, "x"), isChanged({ a: 1 }, "x")]).toEqual([
      ...[false, false, true],
    ]);
  });

  it("compares what is there by name, whatever the order of many", () => {
    const names = ["d", "a", "c", "b", "e"];
    const said = (order: readonly string[]) =>
      Object.fromEntries(order.map((name) => [name, name]));
    expect(isChanged(said(names), JSON.stringify(said(names.toReversed())))).toBe(false);
    expect(isChanged(said(names), JSON.stringify(said(["a", "b", "c", "d", "f"])))).toBe(true);
  });
});
