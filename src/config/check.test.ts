import { describe, expect, it } from "vitest";
import { weaknessOf } from "./check.js";

describe("weaknessOf", () => {
  it.each([
    ["0123456789abcdef0123456789abcdef", undefined],
    ["correct horse battery staple correct", undefined],
    ["0123456789abcdef0123456789abcde", "is shorter than 32 characters"],
    ["", "is shorter than 32 characters"],
    [" ".repeat(40), "is shorter than 32 characters"],
    ["a".repeat(40), "is made of too few different characters"],
    ["abababababababababababababababab12", "is made of too few different characters"],
  ])("of %j is %j", (secret, weakness) => {
    expect(weaknessOf(secret)).toBe(weakness);
  });
});
