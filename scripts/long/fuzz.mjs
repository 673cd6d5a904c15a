// The fuzz tests in their long form: 200,000 requests, and 1 MiB of many shapes in every place.
//   node scripts/long/fuzz.mjs
//   FUZZ_SEED=123 node scripts/long/fuzz.mjs    the same requests as in an earlier run
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepFigures } from "./figures.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = join(root, ".cache/results-long/fuzz.json");

mkdirSync(dirname(results), { recursive: true });
rmSync(results, { force: true });
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "test/fuzz", `--outputFile.json=${results}`],
  { cwd: root, stdio: "inherit", env: { ...process.env, LONG_FORM: "true" } },
);

/** The tests' counters, each in one object. */
function counted() {
  const { testResults } = JSON.parse(readFileSync(results, "utf8"));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.flatMap(({ meta }) => (meta?.figures ? [meta.figures] : []));
}

const all = counted();
const sent = all.find((figures) => "requests" in figures);
const measured = all.filter((figures) => "slowest" in figures);
const share = ({ cost, most }) => cost / most;
const slowest = measured.map((figures) => figures.slowest).sort((a, b) => share(b) - share(a))[0];
const cases = measured.reduce((total, figures) => total + figures.cases, 0);

if (sent && slowest) {
  const none = (what, value) => ({ what, value: String(value), aim: "0", held: value === 0 });
  keepFigures("fuzzing", [
    {
      what: "random and mutated requests",
      value: sent.requests.toLocaleString("en"),
      aim: "at least 200,000",
      held: sent.requests >= 200_000,
    },
    none("thrown", sent.thrown),
    none("answered with 5xx though nothing was made to fail", sent.serverErrors),
    none("promises about headers, cookies and redirects broken", sent.broken),
    none("changes of a prototype", sent.prototypes),
    {
      what: `slowest of ${cases} ways to send 1 MiB`,
      value: `${slowest.cost.toFixed(0)} ms of processor time (${slowest.name})`,
      // 50, or three times the time that reading such a URL just took.
      aim: `at most ${slowest.most.toFixed(0)} ms`,
      held: slowest.cost <= slowest.most,
    },
  ]);
  console.log(`FUZZ_SEED=${sent.seed}`);
}
process.exitCode = status === 0 && sent && slowest ? 0 : 1;
