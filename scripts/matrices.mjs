/**
 * Tests that try every fault at every place, or need several processes: what a bundler could change in them is
 * found by the others. On the files that ship they are run by `npm run test:long` only.
 */
export const matrices = [
  "aa-second-step-processes",
  "bb-logout-processes",
  "bb-tokens",
  "bb-tokens-in-session",
  "p-adapters",
  "purpose-matrix",
  "t-ended-elsewhere",
  "t-mark-faults",
  "t-real-processes",
  "t-state-faults",
].map((name) => `test/security/${name}.test.ts`);

/** The files that ship, with a configuration object for each request. */
export const shippedEnv = { LATCHKEY_TEST: "dist", LATCHKEY_CONFIG: "fresh" };
