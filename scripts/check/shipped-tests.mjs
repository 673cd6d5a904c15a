/**
 * Tests that inject every fault, measure costs, or need several processes. The other tests find
 * whatever a bundler could break in them, so only `npm run test:long` runs these on the files that
 * ship.
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

/** Tests that always run on the files that ship, with a configuration of their own. */
export const shippedAnyway = ["test/journeys/doctor.test.ts"];

/**
 * What `npm run test:all` runs there with a rebuilt configuration, and the long form with a new
 * configuration object.
 */
export const heldByLazy = ["test/journeys"];

/** The files that ship, with a configuration object for each request. */
export const shippedEnv = { LATCHKEY_TEST: "dist", LATCHKEY_CONFIG: "fresh" };
