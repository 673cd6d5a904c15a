import { describe, expect, it } from "vitest";
import { assertWholeTexts } from "./text.js";

const bad = ["a\0b", "\ud800", "a\udc00b"];

describe("texts of a request", () => {
  it.each([
    [[]],
    [[["name", "value"]]],
    [[["name", "\ud83d\ude00 \u0001 ü"]]],
    [[["name", undefined]]],
    [[["name", 1]]],
    [[["name", null]]],
    [[["name", { inner: ["a", { b: "c", d: 1 }] }]]],
  ] as const)("%j are whole", (pairs) => {
    expect(() => assertWholeTexts(pairs)).not.toThrow();
  });

  it.each(
    bad.flatMap((text) => [
      { in: "a value", pair: ["a", text] as const },
      { in: "a name", pair: [text, "a"] as const },
      { in: "a list", pair: ["a", ["x", text]] as const },
      { in: "a member", pair: ["a", { b: { c: text } }] as const },
      { in: "the name of a member", pair: ["a", { b: { [text]: "c" } }] as const },
    ]),
  )("with $pair in $in are refused, wherever it stands", ({ pair }) => {
    const whole = ["x", "y"] as const;
    for (const pairs of [[pair], [whole, pair], [pair, whole]]) {
      expect(() => assertWholeTexts(pairs)).toThrow(/an invalid character/);
    }
  });

  it.each(bad)("of a target are judged elsewhere: %j", (text) => {
    expect(() => assertWholeTexts([["callbackUrl", text]])).not.toThrow();
    const pairs: [string, string][] = [
      ["callbackUrl", text],
      ["other", text],
    ];
    expect(() => assertWholeTexts(pairs)).toThrow();
  });
});
