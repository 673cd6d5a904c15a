// Builds the applications with Next.js, runs them, and writes .cache/results/next.json in Vitest's JSON shape.
//   node e2e/next/run.mjs [NAME...]     only the targets whose name begins so
//   node e2e/next/run.mjs --short       one of each version, and the move; the others are in test:long
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../scripts/bootstrap.mjs";
import { placePackage } from "../../scripts/build/place-package.mjs";
import { nextResults, runSuites } from "../../scripts/check/results.mjs";
import { targets } from "./targets.mjs";

// The test kit works in tests and development alone; the servers have an environment of their own.
process.env["NODE_ENV"] ||= "test";

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

async function runTarget({ prepare, prepared = "builds, its types checked", suites }) {
  await prepare();
  const results = [{ name: prepared, duration: 0 }];
  for (const suite of suites) results.push(...(await runSuite(suite)));
  return results;
}

const wanted = process.argv.slice(2);
const isShort = wanted[0] === "--short";
const versions = [
  ["examples/next", "Next.js"],
  ["e2e/next-previous", "the previous Next.js"],
  ...(isShort ? [] : [["e2e/next-oldest", "the oldest Next.js"]]),
];
for (const [folder, label] of versions) {
  if (!ensureInstalled(join(root, folder), { label })) process.exit(1);
  placePackage(join(root, folder));
}
// For cookies that the published next-auth 4 wrote.
if (!ensureInstalled(join(root, "e2e/moving"), { label: "packages to move from" })) process.exit(1);
const chosen = Object.entries(targets).filter(([name, target]) =>
  isShort ? target.short : wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);
await runSuites(
  nextResults,
  Object.fromEntries(chosen.map(([name, target]) => [name, () => runTarget(target)])),
  "e2e/next",
);
