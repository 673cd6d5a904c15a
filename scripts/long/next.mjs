// Every application with every version of Next.js, by both of its bundlers.
//   node scripts/long/next.mjs      about eight minutes
import { nextResults } from "../results.mjs";
import { keepTests } from "./kept-tests.mjs";

keepTests({
  check: "next",
  what: "Next.js 14, 15 and 16, webpack and Turbopack: tests that pass",
  results: nextResults,
  args: ["e2e/next/run.mjs"],
});
