import { parseCookie } from "cookie";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { times } from "../../../test/support/long-form.js";
import { parseCookies } from "./parse.js";

describe("a Cookie header", () => {
  it.each([
    ["a=1; b=2", { a: "1", b: "2" }],
    ["a=1;b=2;", { a: "1", b: "2" }],
    ["a=1; a=2", { a: "1" }],
    ["a=; a=2", { a: "" }],
    ["a", {}],
    ["a; b=2; c", { b: "2" }],
    ["=1", { "": "1" }],
    ["a==; b=x=y", { a: "=", b: "x=y" }],
    ["  a  =  1  ", { a: "1" }],
    ['a="1"', { a: '"1"' }],
    ["a=%41%20; b=%; c=100%25", { a: "A ", b: "%", c: "100%" }],
    [
      "__proto__=1; constructor=2",
      Object.fromEntries([
        ["__proto__", "1"],
        ["constructor", "2"],
      ]),
    ],
    ["\ta=1; b=2\t; c=3", { c: "3" }],
    ["", {}],
    [";;; ;", {}],
  ])("%j holds %j", (header, expected) => {
    expect(Object.fromEntries(parseCookies(header))).toEqual(expected);
  });

  it("without tabs is read as the package `cookie` reads it", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "=",
      ";",
      "; ",
      " ",
      '"',
      ",",
      "%41",
      "%",
      "é",
      "\u00a0",
    );
    const header = fc.array(piece, { maxLength: 20 }).map((pieces) => `a=1; ${pieces.join("")}`);
    fc.assert(
      fc.property(header, (text) => {
        expect(Object.fromEntries(parseCookies(text))).toEqual({ ...parseCookie(text) });
      }),
      { numRuns: times(20_000) },
    );
  });

  it("of spaces alone takes no longer than its length", () => {
    const spaces = " ".repeat(200_000);
    expect(parseCookies(`a=1;${spaces}b${spaces}=${spaces}2${spaces}`).get("b")).toBe("2");
  });
});
