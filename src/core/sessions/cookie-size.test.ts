import { describe, expect, it } from "vitest";
import { largestOf, sizeOf } from "./cookie-size.js";

const cookie = { name: "session", options: {} };

describe("the size of a value in a Cookie header", () => {
  it.each([
    ["abc", "session=abc"],
    ["a b", "session=a%20b"],
    ["x".repeat(3936), `session=${"x".repeat(3936)}`],
    ["x".repeat(3937), `session.0=${"x".repeat(3936)}; session.1=x`],
    [
      "x".repeat(2 * 3936 + 5),
      `session.0=${"x".repeat(3936)}; session.1=${"x".repeat(3936)}; session.2=xxxxx`,
    ],
  ])("is that of the header, %#", (value, header) => {
    expect(sizeOf(cookie, value)).toBe(header.length);
  });
});

describe("what takes the most", () => {
  it("is told by name and size, the largest three first", () => {
    const holds = { a: "1", picture: "x".repeat(100), roles: ["x", "y"], sub: "12345" };
    expect(largestOf(holds)).toBe(
      "`picture` (102 characters), `roles` (9 characters), `sub` (7 characters)",
    );
  });

  it("is told by the beginning of a long name, and also where there is nothing to write", () => {
    expect(largestOf({ ["n".repeat(60)]: undefined })).toBe(`\`${"n".repeat(50)}\` (9 characters)`);
    expect(largestOf({})).toBe("");
  });
});
