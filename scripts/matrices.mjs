/**
 * Tests that try every fault at every place, measure what something costs, or need several processes: what a
 * bundler could change in them is found by the others. On the files that ship they are run by `npm run test:long`
 * only, and in full there.
 */
export const matrices = [
  "aa-passwords",
  "aa-second-step-processes",
  "bb-logout-processes",
  "bb-tokens",
  "bb-tokens-in-session",
  "h-race",
  "h-timing",
  "p-adapters",
  "purpose-matrix",
  "s-address",
  "s-late-store",
  "t-ended-elsewhere",
  "t-mark-faults",
  "t-processes",
  "t-real-processes",
  "t-state-faults",
].map((name) => `test/security/${name}.test.ts`);

/** Those that run the files that ship, with a configuration of their own, wherever they are run. */
export const shippedAnyway = ["test/journeys/doctor.test.ts"];

/** What `npm test` runs there with a configuration made anew, and the long form with an object made anew. */
export const heldByLazy = ["test/journeys"];

/** The files that ship, with a configuration object for each request. */
export const shippedEnv = { LATCHKEY_TEST: "dist", LATCHKEY_CONFIG: "fresh" };
