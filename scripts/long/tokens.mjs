// Refresh tokens between four processes that die, with answers that get lost: a thousand rounds on each store,
// and as many with the tokens in the session alone, in one process and in four.
//   node scripts/long/tokens.mjs      about 10 minutes
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forgetFigures, keepFigures } from "./figures.mjs";

const check = "tokens";
const root = fileURLToPath(new URL("../..", import.meta.url));
const results = `${root}.cache/results-long/tokens.json`;

rmSync(results, { force: true });
forgetFigures(check);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "test/security/bb-tokens", `--outputFile.json=${results}`],
  { cwd: root, stdio: "inherit", env: { ...process.env, LONG_ROUNDS: "true" } },
);

const read = () => JSON.parse(readFileSync(results, "utf8")).testResults;
const tests = existsSync(results) ? read().flatMap(({ assertionResults }) => assertionResults) : [];
const sums = { rounds: 0, requests: 0, refreshes: 0, kills: 0, holders: 0, lost: 0, revoked: 0 };
for (const { meta, fullName } of tests) {
  if (!meta?.tokens) continue;
  for (const name of Object.keys(sums)) sums[name] += meta.tokens[name];
  const counts = Object.entries(meta.tokens).map(([name, count]) => `${name} ${count}`);
  console.log(`${fullName}\n  ${counts.join(", ")}`);
}
const failed = tests.filter((test) => test.status !== "passed" && test.status !== "skipped").length;
const isDone = status === 0 && sums.rounds > 0 && failed === 0;
const plain = (value) => value.toLocaleString("en");

keepFigures(check, [
  {
    what: "refresh tokens: rounds, requests, refreshes",
    value: [sums.rounds, sums.requests, sums.refreshes].map(plain).join(", "),
    aim: "at least 4,000 rounds",
    held: sums.rounds >= 4000,
  },
  {
    what: "refresh tokens: processes killed, of them while they asked",
    value: `${plain(sums.kills)}, ${plain(sums.holders)}`,
    aim: "at least 100, 30",
    held: sums.kills >= 100 && sums.holders >= 30,
  },
  {
    what: "refresh tokens: requests or answers lost",
    value: plain(sums.lost),
    aim: "at least 100",
    held: sums.lost >= 100,
  },
  {
    what: "refresh tokens: grants revoked, tests that failed",
    value: `${plain(sums.revoked)}, ${failed}`,
    aim: "0, 0",
    held: isDone && sums.revoked === 0,
  },
]);
process.exitCode = isDone ? 0 : 1;
