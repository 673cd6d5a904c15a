// Reads test results in Vitest's JSON shape; the runtime checks of e2e/ write the same shape.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const resultsFolder = fileURLToPath(new URL("../.cache/results", import.meta.url));
export const vitestResults = join(resultsFolder, "vitest.json");
export const runtimeResults = join(resultsFolder, "runtimes.json");
export const adapterResults = join(resultsFolder, "adapters.json");
export const killResults = join(resultsFolder, "kill.json");
export const soakResults = join(resultsFolder, "soak.json");
export const nextResults = join(resultsFolder, "next.json");

/** Every test of a results file: `{ title, status }`, status being passed, failed or skipped. */
export function readTests(file) {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, "utf8"));
  return report.testResults.flatMap((suite) => {
    const tests = suite.assertionResults.map((test) => ({
      title: test.fullName,
      status: plainStatus(test.status),
    }));
    const explained = tests.some((test) => test.status === "failed");
    // A file that could not be loaded has no tests to show for it.
    if (suite.status === "failed" && !explained) {
      tests.push({ title: suite.name, status: "failed" });
    }
    return tests;
  });
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
