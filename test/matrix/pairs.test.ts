import { expect, it } from "vitest";
import { allPairs, pairsIn, pairwise } from "./pairs.js";

const dimensions = { a: ["1", "2", "3"], b: ["x", "y"], c: ["on", "off"], d: ["p", "q"] } as const;

it("every two values of different dimensions meet in some row", () => {
  const rows = pairwise(dimensions, 1);
  expect(new Set(rows.flatMap(pairsIn))).toEqual(allPairs(dimensions));
  expect(rows.length).toBeLessThan(3 * 2 * 2 * 2);
});

it("the same seed gives the same rows", () => {
  expect(pairwise(dimensions, 7)).toEqual(pairwise(dimensions, 7));
});
