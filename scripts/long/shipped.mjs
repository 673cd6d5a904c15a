// The large matrices of test/security on the files that ship.
//   node scripts/long/shipped.mjs      about five minutes
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "../build.mjs";
import { forgetFigures, keepFigures } from "../figures.mjs";
import { matrices, shippedEnv } from "../matrices.mjs";

const check = "shipped";
const root = fileURLToPath(new URL("../..", import.meta.url));
const results = `${root}.cache/results-long/shipped.json`;

rmSync(results, { force: true });
forgetFigures(check);
const isBuilt = build(["src"]);
const { status } = spawnSync(
  process.execPath,
  [`${root}node_modules/vitest/vitest.mjs`, "run", `--outputFile.json=${results}`, ...matrices],
  { cwd: root, stdio: "inherit", env: { ...process.env, ...shippedEnv } },
);
const { numPassedTests = 0, numTotalTests = 0 } = existsSync(results)
  ? JSON.parse(readFileSync(results, "utf8"))
  : {};
const held = isBuilt && status === 0 && numTotalTests > 0 && numPassedTests === numTotalTests;
keepFigures(check, [
  {
    what: "matrices of faults on the files that ship: tests that pass",
    value: `${numPassedTests} of ${numTotalTests}`,
    aim: "all",
    held,
  },
]);
process.exitCode = held ? 0 : 1;
