import { describe, expect, it } from "vitest";
import { isChanged, tokenAtSignIn, tokenForCallbacks, tokenToStore } from "./token-view.js";

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
});
