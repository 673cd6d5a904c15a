// Everything that must hold, in order; goes on after a failed step. The last line is "N passed, N failed".
//   npm test                             all steps
//   npm test -- --only lint,vitest       some of them
//   npm test -- --only vitest -- NAME    the rest goes to Vitest
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { smallExamples } from "./build.mjs";
import { printSummary } from "./conformance.mjs";
import { runInLanes } from "./lanes.mjs";
import { processorTimes } from "./processor-times.mjs";
import { matrices, shippedAnyway, shippedEnv } from "./matrices.mjs";
import {
  adapterResults,
  allResults,
  forget,
  installedResults,
  killResults,
  lazyResults,
  movingResults,
  nextResults,
  readTests,
  runtimeResults,
  shippedResults,
  soakResults,
  speedResults,
  vitestResults,
} from "./results.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const ci = process.env["CI"] === "true";

const only = process.argv.indexOf("--only");
const divider = process.argv.indexOf("--", 2);
const rest = divider === -1 ? [] : process.argv.slice(divider + 1);

const tool = (path, ...args) => ({ args: [join("node_modules", path), ...args] });
const script = (...args) => ({ args });
const build = (...projects) => script("scripts/build.mjs", ...projects);
const installed = (...folders) => script("scripts/bootstrap.mjs", "--in", ...folders);
const vitest = (args, env = {}) => ({ ...tool("vitest/vitest.mjs", "run", ...args), env });
const configured = (folder) => ["-c", join(folder, "vitest.config.mjs")];

/** What other steps need of the registry; those with Next.js hold a copy of the library, too. */
const folders = ["e2e/adapters", "e2e/moving", "e2e/runtimes"];
const foldersWithNext = ["examples/next", "e2e/next-previous"];

/**
 * The commands of each step; it held when all of them ended well. `tests` names the results file whose tests
 * are counted instead of the step. `half`: it computes on one processor, or waits a lot.
 */
const steps = {
  installs: { half: true, do: [installed(...folders)] },
  types: { half: true, do: [build("src", "test", ...smallExamples())] },
  format: { half: true, do: [tool("oxfmt/bin/oxfmt", "--check")] },
  layers: {
    half: true,
    do: [
      tool(
        "dependency-cruiser/bin/dependency-cruise.mjs",
        "src",
        "--config",
        ".dependency-cruiser.mjs",
      ),
    ],
  },
  "installs-next": { half: true, after: ["types"], do: [installed(...foldersWithNext)] },
  docs: { half: true, after: ["types"], do: [script("scripts/docs.mjs")] },
  // It takes types to see some of it, those of Next.js among them.
  lint: {
    half: true,
    after: ["types", "installs-next"],
    do: [build("src"), installed(...foldersWithNext), tool("oxlint/bin/oxlint")],
  },
  // Two projects can't be left out by name: each `!` lets in what the other leaves out.
  vitest: {
    do: [vitest([...["together", "served", "others"].map((name) => `--project=${name}`), ...rest])],
    tests: vitestResults,
  },
  shipped: { do: [build("src"), vitest(...shippedRun())], tests: shippedResults },
  lazy: { do: [vitest(...lazyRun())], tests: lazyResults },
  // The longest of those that follow.
  next: { half: true, do: [script("e2e/next/run.mjs", "--short")], tests: nextResults },
  // Published adapters, unmodified: the compatibility suite, whole sign-ins, and their types.
  adapters: {
    half: true,
    after: ["installs"],
    do: [
      installed("e2e/adapters"),
      build("src"),
      vitest(configured("e2e/adapters")),
      tool("typescript7/bin/tsc", "-p", "e2e/adapters"),
    ],
    tests: adapterResults,
  },
  // Published packages that applications move from, and ours in their place.
  moving: {
    half: true,
    do: [installed("e2e/moving"), build("src"), vitest(configured("e2e/moving"))],
    tests: movingResults,
  },
  // The tarball, installed by npm in empty folders: every door, and every command.
  installed: {
    half: true,
    do: [
      installed("examples/next"),
      vitest(["--project=installed", `--outputFile.json=${installedResults}`]),
    ],
    tests: installedResults,
  },
  // Ratios of processor times taken in turns: what else runs is in both of their parts.
  speed: {
    half: true,
    do: [vitest(["--project=alone", `--outputFile.json=${speedResults}`])],
    tests: speedResults,
  },
  soak: { half: true, do: [script("scripts/long/soak.mjs", "--short")], tests: soakResults },
  kill: { half: true, do: [script("scripts/kill-test.mjs", "--short")], tests: killResults },
  runtimes: {
    half: true,
    do: [installed("e2e/runtimes"), script("e2e/runtimes/run.mjs")],
    tests: runtimeResults,
  },
};

/**
 * What attackers try, on the files that ship: a bundler made them. Each request has a configuration object
 * of its own, which must make no difference.
 */
function shippedRun() {
  const tried = ["test/security", "test/regressions"];
  const env = { ...shippedEnv, LATCHKEY_LEAVE_OUT: matrices.join(",") };
  return [[`--outputFile.json=${shippedResults}`, ...tried], env];
}

/**
 * What people do, on the same files, with a configuration that is made anew, and all that is in it, for each
 * request. With a new object alone they are done in the long form.
 */
function lazyRun() {
  const env = {
    ...shippedEnv,
    LATCHKEY_CONFIG: "lazy",
    LATCHKEY_LEAVE_OUT: shippedAnyway.join(","),
  };
  return [[`--outputFile.json=${lazyResults}`, "test/journeys"], env];
}

/** Runs a command, and gives whether it ended well and, unless it may print by itself, what it printed. */
async function run({ args, env }, isAlone) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => printed.push(chunk));
  }
  const [code] = await once(child, "close");
  return { held: code === 0, printed: Buffer.concat(printed) };
}

/** Goes on to the next command while they end well. */
async function perform(commands, isAlone) {
  const printed = [];
  for (const command of commands) {
    const result = await run(command, isAlone);
    printed.push(result.printed);
    if (!result.held) return { held: false, printed };
  }
  return { held: true, printed };
}

/** What one step adds to the totals; `failed` names what failed, with the beginning of what it said. */
function count(step, held) {
  const itself = { title: "the step itself; see above", message: "" };
  if (step.tests === undefined) {
    return { passed: held ? 1 : 0, failed: held ? [] : [itself], skipped: 0 };
  }
  const tests = readTests(step.tests);
  const of = (status) => tests.filter((test) => test.status === status);
  const skipped = of("skipped");
  const failed = [...of("failed"), ...(ci ? skipped : [])];
  // An error outside any test, or no results at all, is a failure too.
  if (failed.length === 0 && !held) failed.push(itself);
  return { passed: of("passed").length, failed, skipped: skipped.length };
}

/** At the end, where one looks first: a step may have printed thousands of lines since. */
function printFailed(failed) {
  if (failed.length > 0) console.log("\n== failed");
  for (const { step, title, message } of failed) {
    console.log(`${step}: ${title}`);
    if (message !== "") console.log(message.slice(0, 2000).replace(/^/gm, "    "));
  }
}

/** On a machine that shares its processors with others, minutes alone say little. */
function stolenSince(then) {
  const now = processorTimes();
  if (then === undefined || now === undefined) return "";
  const share = (now.stolen - then.stolen) / (now.all - then.all);
  return `; other machines took ${Math.round(100 * share)} % of the processors meanwhile`;
}

const chosen = only === -1 ? Object.keys(steps) : (process.argv[only + 1] ?? "").split(",");
const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`No step "${unknown.join(", ")}"; there are: ${Object.keys(steps).join(", ")}.`);
  process.exit(1);
}

const total = { passed: 0, failed: [], skipped: 0 };
const began = Date.now();
const before = processorTimes();
await runInLanes(
  chosen.map((name) => ({ name, ...steps[name] })),
  async (step, isAlone) => {
    const { name, tests } = step;
    if (isAlone) console.log(`\n== ${name}`);
    if (tests !== undefined) forget(tests);
    const started = Date.now();
    const { held, printed } = await perform(step.do, isAlone);
    // Two at a time would print into each other.
    if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(`\n== ${name}\n`), ...printed]));
    const counted = count(step, held);
    total.passed += counted.passed;
    total.skipped += counted.skipped;
    total.failed.push(...counted.failed.map((one) => ({ step: name, ...one })));
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`== ${name}: ${counted.failed.length === 0 ? "ok" : "FAILED"}, ${seconds} s`);
  },
);

if (chosen.includes("vitest") && rest.length === 0) {
  console.log("\n== conformance");
  printSummary(allResults());
}
printFailed(total.failed);
console.log(`\n${((Date.now() - began) / 60_000).toFixed(1)} minutes${stolenSince(before)}`);
if (total.skipped > 0) {
  console.log(`${total.skipped} skipped${ci ? ", counted as failed" : ""}`);
}
console.log(`${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 ? 0 : 1;
