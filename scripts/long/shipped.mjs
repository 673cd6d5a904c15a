// The large matrices of test/security on the files that ship.
//   node scripts/long/shipped.mjs      about five minutes
import { fileURLToPath } from "node:url";
import { build } from "../build.mjs";
import { matrices, shippedEnv } from "../matrices.mjs";
import { keepTests } from "./kept-tests.mjs";

const results = fileURLToPath(new URL("../../.cache/results-long/shipped.json", import.meta.url));

if (!build(["src"])) process.exit(1);
keepTests({
  check: "shipped",
  what: "matrices of faults on the files that ship: tests that pass",
  results,
  args: ["node_modules/vitest/vitest.mjs", "run", `--outputFile.json=${results}`, ...matrices],
  env: shippedEnv,
});
