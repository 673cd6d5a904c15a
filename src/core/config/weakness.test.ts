import { describe, expect, it } from "vitest";
import { findWeakness } from "./weakness.js";

const strong = "0123456789abcdef0123456789abcdef";

describe("findWeakness", () => {
  it.each([
    [strong, undefined],
    ["correct horse battery staple correct", undefined],
    ["0123456789abcdef0123456789abcde", "is shorter than 32 characters"],
    ["", "is shorter than 32 characters"],
    [" ".repeat(40), "is shorter than 32 characters"],
    ["a".repeat(40), "is made of too few different characters"],
    ["abababababababababababababababab12", "is made of too few different characters"],
  ])("of %j is %j", (secret, weakness) => {
    const said = (name: string) => (weakness === undefined ? undefined : `${name} ${weakness}`);
    expect(findWeakness({ secrets: [secret], jwtSecrets: [] })).toBe(said("The secret"));
    expect(findWeakness({ secrets: [strong, secret], jwtSecrets: [] })).toBe(
      said("The older secret (number 2 of the list)"),
    );
    expect(findWeakness({ secrets: [strong], jwtSecrets: [strong, secret] })).toBe(
      said("A secret in `jwt.secret`"),
    );
  });
});
