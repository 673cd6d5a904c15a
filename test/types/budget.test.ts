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

it("the columns of a Drizzle table are in callbacks, events and sessions, for 1.3 times at most", () => {
  const [without, within] = ["plain", "drizzle"].map((store) => {
    const program = compile(`budget-drizzle/${store}`);
    expect(problemsIn(program)).toEqual([]);
    return program.getInstantiationCount();
  });
  expect(without).toBeGreaterThan(1000);
  expect(Number(within) / Number(without)).toBeLessThanOrEqual(1.3);
}, 120_000);
