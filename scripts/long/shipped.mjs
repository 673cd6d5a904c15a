// The large matrices of test/security and all journeys on the files that ship, with an object of configuration
// for each request.
//   node scripts/long/shipped.mjs      about seven minutes
import { fileURLToPath } from "node:url";
import { build } from "../build.mjs";
import { heldByLazy, matrices, shippedEnv } from "../check/shipped-tests.mjs";
import { keepTests } from "./kept-tests.mjs";

const results = fileURLToPath(new URL("../../.cache/results-long/shipped.json", import.meta.url));

if (!build(["src"])) process.exit(1);
keepTests({
  check: "shipped",
  what: "matrices of faults and journeys on the files that ship: tests that pass",
  results,
  args: [
    "node_modules/vitest/vitest.mjs",
    "run",
    `--outputFile.json=${results}`,
    ...matrices,
    ...heldByLazy,
  ],
  env: { ...shippedEnv, LONG_FORM: "true" },
});
