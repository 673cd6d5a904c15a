// Everything that must hold, in order; goes on after a failed step. The last line is "N passed, N failed".
//   npm test                             all steps
//   npm test -- --only lint,vitest       some of them
//   npm test -- --only vitest -- NAME    the rest goes to Vitest
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./bootstrap.mjs";
import { build, smallExamples } from "./build.mjs";
import { printSummary } from "./conformance.mjs";
import { matrices, shippedEnv } from "./matrices.mjs";
import {
  adapterResults,
  allResults,
  forget,
  killResults,
  lazyResults,
  movingResults,
  nextResults,
  readTests,
  runtimeResults,
  shippedResults,
  soakResults,
  vitestResults,
} from "./results.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const ci = process.env["CI"] === "true";

const tool = (path, ...args) => run(join(root, "node_modules", path), args);
const run = (entry, args, more = {}) => {
  const env = { ...process.env, ...more };
  return (
    spawnSync(process.execPath, [entry, ...args], { cwd: root, env, stdio: "inherit" }).status === 0
  );
};

/** Each step answers whether it held; `tests` names the results file whose tests are counted instead of the step. */
const steps = {
  format: { do: () => tool("prettier/bin/prettier.cjs", "--check", "--log-level=warn", ".") },
  types: { do: () => build(["src", "test", ...smallExamples()]) },
  lint: { do: () => tool("eslint/bin/eslint.js", ".", ...lintArguments) },
  layers: { do: () => tool("dependency-cruiser/bin/dependency-cruise.mjs", ...layerArguments) },
  docs: { do: () => run(join(root, "scripts", "docs.mjs"), []) },
  vitest: { do: () => tool("vitest/vitest.mjs", "run", ...rest), tests: vitestResults },
  shipped: { do: runShipped, tests: shippedResults },
  lazy: { do: runLazy, tests: lazyResults },
  adapters: { do: runAdapters, tests: adapterResults },
  moving: { do: runMoving, tests: movingResults },
  kill: { do: () => run(join(root, "scripts", "kill-test.mjs"), ["--short"]), tests: killResults },
  soak: {
    do: () => run(join(root, "scripts", "long", "soak.mjs"), ["--short"]),
    tests: soakResults,
  },
  runtimes: { do: runRuntimes, tests: runtimeResults },
  next: { do: () => run(join(root, "e2e", "next", "run.mjs"), []), tests: nextResults },
};
// The cache knows no types of other files, so the build that counts goes without it.
const lintCache = ["--cache", "--cache-location", ".cache/eslint", "--cache-strategy", "content"];
const lintArguments = ci ? [] : lintCache;
const layerArguments = ["src", "--config", ".dependency-cruiser.mjs"];

function runRuntimes() {
  const folder = join(root, "e2e", "runtimes");
  return ensureInstalled(folder, { label: "other runtimes" }) && run(join(folder, "run.mjs"), []);
}

/** What people do, with a configuration that is made anew, and all that is in it, for each request. */
function runLazy() {
  const report = `--outputFile.json=${lazyResults}`;
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return run(vitest, ["run", report, "test/journeys"], { LATCHKEY_CONFIG: "lazy" });
}

/**
 * What people do and what attackers try, on the files that ship: a bundler made them. Each request has a
 * configuration object of its own, which must make no difference.
 */
function runShipped() {
  const folders = ["test/journeys", "test/security", "test/regressions"];
  const report = `--outputFile.json=${shippedResults}`;
  const exclude = matrices.flatMap((file) => ["--exclude", file]);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  return build(["src"]) && run(vitest, ["run", report, ...exclude, ...folders], shippedEnv);
}

/** Published adapters, unmodified: the compatibility suite, whole sign-ins, and their types. */
function runAdapters() {
  const folder = join(root, "e2e", "adapters");
  if (!ensureInstalled(folder, { label: "published adapters" })) return false;
  const typed = build(["src"]) && tool("typescript/bin/tsc", "-p", folder);
  return tool("vitest/vitest.mjs", "run", "-c", join(folder, "vitest.config.mjs")) && typed;
}

/** Published packages that applications move from, and ours in their place. */
function runMoving() {
  const folder = join(root, "e2e", "moving");
  if (!ensureInstalled(folder, { label: "packages to move from" })) return false;
  return (
    build(["src"]) && tool("vitest/vitest.mjs", "run", "-c", join(folder, "vitest.config.mjs"))
  );
}

/** What one step adds to the totals. */
function count(step, held) {
  if (step.tests === undefined) return { passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: 0 };
  const tests = existsSync(step.tests) ? readTests(step.tests) : [];
  const of = (status) => tests.filter((test) => test.status === status).length;
  const skipped = of("skipped");
  const failed = of("failed") + (ci ? skipped : 0);
  // An error outside any test, or no results at all, is a failure too.
  return { passed: of("passed"), failed: failed === 0 && !held ? 1 : failed, skipped };
}

const only = process.argv.indexOf("--only");
const divider = process.argv.indexOf("--", 2);
const rest = divider === -1 ? [] : process.argv.slice(divider + 1);
const chosen = only === -1 ? Object.keys(steps) : (process.argv[only + 1] ?? "").split(",");
const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`No step "${unknown.join(", ")}"; there are: ${Object.keys(steps).join(", ")}.`);
  process.exit(1);
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of chosen) {
  const step = steps[name];
  console.log(`\n== ${name}`);
  if (step.tests !== undefined) forget(step.tests);
  const started = Date.now();
  const counted = count(step, step.do());
  for (const key of Object.keys(total)) total[key] += counted[key];
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${counted.failed === 0 ? "ok" : "FAILED"}, ${seconds} s`);
}

if (chosen.includes("vitest") && rest.length === 0) {
  console.log("\n== conformance");
  printSummary(allResults());
}
if (total.skipped > 0) {
  console.log(`\n${total.skipped} skipped${ci ? ", counted as failed" : ""}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
