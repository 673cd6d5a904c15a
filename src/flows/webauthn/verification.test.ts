import { expect, it } from "vitest";
import { verificationFor } from "./verification.js";

it.each([
  [undefined, undefined, "required", true],
  ["required", undefined, "required", true],
  ["preferred", undefined, "preferred", false],
  ["discouraged", undefined, "discouraged", false],
  [undefined, false, "preferred", false],
  ["preferred", true, "preferred", true],
  ["required", false, "required", false],
] as const)("asked %s, required %s: asks %s and requires %s", (asked, given, asks, required) => {
  const options = given === undefined ? {} : { requireUserVerification: given };
  expect(verificationFor(asked, options)).toEqual({ asked: asks, required });
});
