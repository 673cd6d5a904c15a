import { expect, it } from "vitest";
import { compile, problemsIn } from "./compile.js";

/** How many types were made for this configuration before any of them were inferred from it. */
const before = 5690;

it("types that follow from a configuration cost at most 1.3 times what they cost without", () => {
  const program = compile("budget");
  expect(problemsIn(program)).toEqual([]);
  const count = program.getInstantiationCount();
  expect(count).toBeGreaterThan(1000);
  expect(count).toBeLessThanOrEqual(before * 1.3);
}, 60_000);
