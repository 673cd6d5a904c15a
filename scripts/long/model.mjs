// The state machine of test/model and the matrix of test/matrix, with much more of both than npm test runs.
//   node scripts/long/model.mjs      about six minutes
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forgetFigures, keepFigures } from "./figures.mjs";

const check = "model";
const root = fileURLToPath(new URL("../..", import.meta.url));
const results = `${root}.cache/results-long/model.json`;

rmSync(results, { force: true });
forgetFigures(check);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "test/model", "test/matrix", `--outputFile.json=${results}`],
  { cwd: root, stdio: "inherit", env: { ...process.env, LONG_FORM: "true" } },
);

/** The tests of the results file; empty if it wasn't written. */
function testsOf(file) {
  if (!existsSync(file)) return [];
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}

const tests = testsOf(results);
const sums = { sequences: 0, commands: 0, requests: 0, checks: 0 };
for (const { meta } of tests) {
  for (const name of Object.keys(sums)) sums[name] += meta?.model?.[name] ?? 0;
}
const rows = tests.filter(({ ancestorTitles }) =>
  ancestorTitles.includes("every two capabilities together"),
);
const failed = tests.filter((test) => test.status !== "passed").length;
const isDone = status === 0 && tests.length > 0 && failed === 0;
const atLeast = (what, value, aim) => ({
  what,
  value: value.toLocaleString("en"),
  aim: `at least ${aim.toLocaleString("en")}`,
  held: value >= aim,
});

keepFigures(check, [
  atLeast("state machine: sequences of commands", sums.sequences, 1_000),
  atLeast("state machine: commands", sums.commands, 30_000),
  atLeast("state machine: requests", sums.requests, 40_000),
  atLeast("state machine: invariants checked", sums.checks, 200_000),
  atLeast("matrix: applications with any two capabilities", rows.length, 80),
  {
    what: "state machine and matrix: violations",
    value: isDone ? "0" : `${Math.max(failed, 1)} tests failed`,
    aim: "0",
    held: isDone,
  },
]);
process.exitCode = isDone ? 0 : 1;
