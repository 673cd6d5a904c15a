import { describe, expect, it } from "vitest";
import { refusingWeakTokens } from "./session-token.js";

const makes = (token: unknown, production: boolean) => {
  // @ts-expect-error An application without types may make anything.
  const generate: () => string = () => token;
  return refusingWeakTokens(generate, { production, assumed: false });
};

describe("a session token of the application", () => {
  it.each([
    ["x".repeat(16), true],
    ["x".repeat(15), false],
    ["x", false],
  ])("%j is taken, in production: %s", (token, production) => {
    expect(makes(token, production)()).toBe(token);
  });

  it.each([
    ["", true, "one of 0"],
    ["", false, "one of 0"],
    ["x".repeat(15), true, "one of 15"],
    [undefined, false, "a undefined"],
    [42, false, "a number"],
    [["x".repeat(20)], true, "a object"],
  ])("%j is refused, in production: %s", (token, production, made) => {
    expect(makes(token, production)).toThrow(
      `must return a random string of at least 16 characters. It returned ${made}.`,
    );
  });
});
