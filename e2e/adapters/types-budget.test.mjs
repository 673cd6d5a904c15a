import { expect, test } from "vitest";
import { compile, problemsIn } from "../../test/types/compile.ts";
import { generated } from "./prisma/generate.mjs";

generated("prisma/postgres.prisma", { output: ".generated-postgres" });

const countOf = (project) => {
  const program = compile(`../../e2e/adapters/types/${project}`);
  expect(problemsIn(program)).toEqual([]);
  return program.getInstantiationCount();
};

test("the fields of a generated client are in callbacks, events and sessions, for 1.3 times at most", () => {
  const [without, within] = ["plain", "prisma"].map(countOf);
  expect(without).toBeGreaterThan(1000);
  expect(within / without).toBeLessThanOrEqual(1.3);
}, 120_000);
