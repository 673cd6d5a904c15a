// Reads test results in Vitest's JSON format, and writes those of e2e/ in the same format.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const resultsFolder = fileURLToPath(new URL("../../.cache/results", import.meta.url));
export const vitestResults = join(resultsFolder, "vitest.json");
export const beyondResults = join(resultsFolder, "beyond.json");
export const shippedResults = join(resultsFolder, "shipped.json");
export const lazyResults = join(resultsFolder, "lazy.json");
export const runtimeResults = join(resultsFolder, "runtimes.json");
export const adapterResults = join(resultsFolder, "adapters.json");
export const movingResults = join(resultsFolder, "moving.json");
export const killResults = join(resultsFolder, "kill.json");
export const installedResults = join(resultsFolder, "installed.json");
export const speedResults = join(resultsFolder, "speed.json");
export const soakResults = join(resultsFolder, "soak.json");
export const nextResults = join(resultsFolder, "next.json");
export const qwikResults = join(resultsFolder, "qwik.json");
export const nuxtResults = join(resultsFolder, "nuxt.json");

/**
 * Every test of a results file: `{ title, status, message }`, status being passed, failed or skipped, message
 * why it failed.
 */
export function readTests(file) {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, "utf8"));
  return report.testResults.flatMap((suite) => {
    const tests = suite.assertionResults.map((test) => ({
      title: test.fullName,
      status: plainStatus(test.status),
      message: (test.failureMessages ?? []).join("\n"),
    }));
    const explained = tests.some((test) => test.status === "failed");
    // A file that couldn't be loaded reports no tests.
    if (suite.status === "failed" && !explained) {
      tests.push({ title: suite.name, status: "failed", message: suite.message ?? "" });
    }
    return tests;
  });
}

/**
 * Runs suites one after the other, prints a line for each and writes the results. A suite gives what
 * it tried, each with a message if it failed; what it throws counts as a failure. Sets the exit code.
 * @typedef {{ name: string, message?: string, duration: number }} Tried
 * @param {string} file
 * @param {Record<string, () => Tried[] | Promise<Tried[]>>} suites
 * @param {string} kind what they are, in the results
 */
export async function runSuites(file, suites, kind) {
  const width = Math.max(...Object.keys(suites).map((name) => name.length));
  const testResults = [];
  for (const [name, run] of Object.entries(suites)) {
    const started = Date.now();
    const tried = await Promise.resolve()
      .then(run)
      .catch((error) => [{ name: "runs", message: String(error?.stack ?? error), duration: 0 }]);
    const suite = {
      name: `${kind}: ${name}`,
      startTime: started,
      endTime: Date.now(),
      message: "",
    };
    const assertionResults = tried.map((one) => asTest(name, one));
    printSuite(name.padEnd(width), tried, Date.now() - started);
    const status = tried.some(({ message }) => message !== undefined) ? "failed" : "passed";
    testResults.push({ ...suite, status, assertionResults });
  }
  const success = testResults.every(({ status }) => status === "passed");
  forget(file);
  writeFileSync(file, `${JSON.stringify({ success, testResults }, null, 2)}\n`);
  process.exitCode = success ? 0 : 1;
}

const asTest = (suite, { name, message, duration }) => ({
  ancestorTitles: [suite],
  title: name,
  fullName: `${suite} ${name}`,
  status: message === undefined ? "passed" : "failed",
  duration,
  failureMessages: message === undefined ? [] : [message],
});

function printSuite(name, tried, milliseconds) {
  const failed = tried.filter(({ message }) => message !== undefined);
  const tally = `${tried.length - failed.length} passed, ${failed.length} failed`;
  console.log(`${name} ${tally}, ${(milliseconds / 1000).toFixed(1)} s`);
  for (const one of failed) console.log(`  ${one.name}\n    ${one.message.slice(0, 4000)}`);
}

/** All results files of the last run. */
export function allResults() {
  if (!existsSync(resultsFolder)) return [];
  return readdirSync(resultsFolder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(resultsFolder, name));
}

export function forget(file) {
  mkdirSync(resultsFolder, { recursive: true });
  rmSync(file, { force: true });
}

const plainStatus = (status) => (status === "passed" || status === "failed" ? status : "skipped");
