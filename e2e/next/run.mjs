// Builds the applications with Next.js, runs them, and writes .cache/results/next.json in Vitest's JSON shape.
//   node e2e/next/run.mjs [NAME...]     only the targets whose name begins so
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../scripts/bootstrap.mjs";
import { placePackage } from "../../scripts/place-package.mjs";
import { nextResults } from "../../scripts/results.mjs";
import { targets } from "./targets.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs every scenario of a suite against a server, and gives what came of each. */
async function runSuite({ start, scenarios }) {
  const server = await start();
  const results = [];
  try {
    for (const [name, scenario] of Object.entries(scenarios)) {
      const started = Date.now();
      const message = await scenario(server).then(
        () => undefined,
        (error) => `${error?.stack ?? error}`,
      );
      results.push({ name, message, duration: Date.now() - started });
    }
  } finally {
    await server.stop();
  }
  if (process.env["NEXT_LOG"]) console.log(server.log());
  return results;
}

async function runTarget({ prepare, suites }) {
  await prepare();
  const results = [{ name: "builds, its types checked", duration: 0 }];
  for (const suite of suites) results.push(...(await runSuite(suite)));
  return results;
}

/** One target's results as a suite of Vitest's JSON report. */
async function report(name, target) {
  const started = Date.now();
  const results = await runTarget(target).catch((error) => [
    { name: "builds and starts", message: String(error?.stack ?? error), duration: 0 },
  ]);
  const failed = results.filter((result) => result.message !== undefined);
  const tally = `${results.length - failed.length} passed, ${failed.length} failed`;
  console.log(`${name.padEnd(37)} ${tally}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  for (const result of failed) {
    console.log(`  ${result.name}\n    ${result.message.slice(0, 4000)}`);
  }
  return {
    name: `e2e/next: ${name}`,
    status: failed.length === 0 ? "passed" : "failed",
    startTime: started,
    endTime: Date.now(),
    message: "",
    assertionResults: results.map((result) => ({
      ancestorTitles: [name],
      title: result.name,
      fullName: `${name} ${result.name}`,
      status: result.message === undefined ? "passed" : "failed",
      duration: result.duration,
      failureMessages: result.message === undefined ? [] : [result.message],
    })),
  };
}

for (const [folder, label] of [
  ["examples/next", "Next.js"],
  ["e2e/next-previous", "the previous Next.js"],
]) {
  if (!ensureInstalled(join(root, folder), { label })) process.exit(1);
  placePackage(join(root, folder));
}
const wanted = process.argv.slice(2);
const chosen = Object.entries(targets).filter(
  ([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
const testResults = [];
for (const [name, target] of chosen) testResults.push(await report(name, target));
const success = testResults.every((suite) => suite.status === "passed");
mkdirSync(dirname(nextResults), { recursive: true });
writeFileSync(nextResults, `${JSON.stringify({ success, testResults }, null, 2)}\n`);
process.exitCode = success ? 0 : 1;
