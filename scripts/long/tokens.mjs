// Refresh tokens between four processes that die, with answers that get lost: a thousand rounds on each store.
//   node scripts/long/tokens.mjs      about 40 minutes
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forgetFigures, keepFigures } from "../figures.mjs";

const check = "tokens";
const root = fileURLToPath(new URL("../..", import.meta.url));
const results = `${root}.cache/results-long/tokens.json`;

rmSync(results, { force: true });
forgetFigures(check);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "test/security/bb-tokens.test.ts", `--outputFile.json=${results}`],
  { cwd: root, stdio: "inherit", env: { ...process.env, LONG_FORM: "true" } },
);

const read = () => JSON.parse(readFileSync(results, "utf8")).testResults;
const tests = existsSync(results) ? read().flatMap(({ assertionResults }) => assertionResults) : [];
const sums = { rounds: 0, requests: 0, refreshes: 0, kills: 0, lost: 0, revoked: 0 };
for (const { meta } of tests) {
  for (const name of Object.keys(sums)) sums[name] += meta?.tokens?.[name] ?? 0;
}
const failed = tests.filter((test) => test.status !== "passed" && test.status !== "skipped").length;
const isDone = status === 0 && sums.rounds > 0 && failed === 0;
const plain = (value) => value.toLocaleString("en");

keepFigures(check, [
  {
    what: "refresh tokens: rounds with four processes",
    value: plain(sums.rounds),
    aim: "at least 1,000",
    held: sums.rounds >= 1000,
  },
  {
    what: "refresh tokens: processes killed, answers lost",
    value: `${plain(sums.kills)}, ${plain(sums.lost)}`,
    aim: "at least 100 each",
    held: sums.kills >= 100 && sums.lost >= 100,
  },
  {
    what: "refresh tokens: grants lost",
    value: isDone ? "0" : `${Math.max(failed, 1)} tests failed`,
    aim: "0",
    held: isDone,
  },
]);
process.exitCode = isDone ? 0 : 1;
