// What must hold, in order; goes on after a failed step. The last line is "N passed, N failed".
//   npm test                             what proves the behavior on Node.js
//   npm run test:all                     that and everything else: what ships, other runtimes, frameworks and stores
//   npm test -- --only lint,vitest       some steps
//   npm test -- --only vitest -- NAME    the rest goes to Vitest
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { smallExamples } from "./build.mjs";
import { printSummary } from "./check/conformance.mjs";
import { processorTimes, runInLanes } from "./check/lanes.mjs";
import { beyond } from "./check/beyond.mjs";
import { matrices, shippedAnyway, shippedEnv } from "./check/shipped-tests.mjs";
import {
  adapterResults,
  allResults,
  beyondResults,
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
} from "./check/results.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const ci = process.env["CI"] === "true";

const all = process.argv.includes("--all");
const only = process.argv.indexOf("--only");
const divider = process.argv.indexOf("--", 2);
const rest = divider === -1 ? [] : process.argv.slice(divider + 1);

const tool = (path, ...args) => ({ args: [join("node_modules", path), ...args] });
const script = (...args) => ({ args });
const build = (...projects) => script("scripts/build.mjs", ...projects);
const installed = (...folders) => script("scripts/bootstrap.mjs", "--in", ...folders);
const vitest = (args, env = {}) => ({ ...tool("vitest/vitest.mjs", "run", ...args), env });
const projects = ["together", "served", "others"].map((name) => `--project=${name}`);
const withoutBeyond = { LATCHKEY_LEAVE_OUT: beyond.join(",") };
const configured = (folder) => ["-c", join(folder, "vitest.config.mjs")];

/**
 * Whatever other steps need from the registry. Those with Next.js also hold a copy of the library.
 */
const folders = ["e2e/adapters", "e2e/adapters/prisma-6", "e2e/moving", "e2e/runtimes"];
const foldersWithNext = ["examples/next", "e2e/next-previous"];

/**
 * The commands of each step, which passes if all of them succeed. `tests` names a results file
 * whose tests are counted instead of the step. `half`: it uses one core, or mostly waits. `all`:
 * `npm test` skips it, and `npm run test:all` runs it.
 */
const steps = {
  installs: { all: true, half: true, do: [installed(...folders)] },
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
  // Some problems show only with types, such as those of Next.js.
  lint: {
    half: true,
    after: ["types", "installs-next"],
    do: [build("src"), installed(...foldersWithNext), tool("oxlint/bin/oxlint")],
  },
  vitest: {
    do: [vitest([...projects, ...rest], rest.length === 0 ? withoutBeyond : {})],
    tests: vitestResults,
  },
  beyond: {
    all: true,
    do: [vitest([...projects, `--outputFile.json=${beyondResults}`, ...beyond])],
    tests: beyondResults,
  },
  shipped: { all: true, do: [build("src"), vitest(...shippedRun())], tests: shippedResults },
  lazy: { all: true, do: [vitest(...lazyRun())], tests: lazyResults },
  // The longest of the remaining steps.
  next: { all: true, half: true, do: [script("e2e/next/run.mjs", "--short")], tests: nextResults },
  // Published adapters, unmodified: the compatibility suite, whole sign-ins, and their types.
  adapters: {
    all: true,
    half: true,
    after: ["installs"],
    do: [
      installed("e2e/adapters", "e2e/adapters/prisma-6"),
      build("src"),
      vitest(configured("e2e/adapters")),
      tool("typescript7/bin/tsc", "-p", "e2e/adapters"),
    ],
    tests: adapterResults,
  },
  // Published packages that applications move from, and ours in their place.
  moving: {
    all: true,
    half: true,
    do: [installed("e2e/moving"), build("src"), vitest(configured("e2e/moving"))],
    tests: movingResults,
  },
  // The tarball, installed by npm in empty folders: every entry point and every command.
  installed: {
    all: true,
    half: true,
    do: [
      installed("examples/next"),
      vitest(["--project=installed", `--outputFile.json=${installedResults}`]),
    ],
    tests: installedResults,
  },
  // Ratios of CPU times measured in turns, so other load affects both sides.
  speed: {
    all: true,
    half: true,
    do: [vitest(["--project=alone", `--outputFile.json=${speedResults}`])],
    tests: speedResults,
  },
  kill: {
    all: true,
    half: true,
    do: [script("scripts/long/kill.mjs", "--short")],
    tests: killResults,
  },
  runtimes: {
    all: true,
    half: true,
    do: [installed("e2e/runtimes"), script("e2e/runtimes/run.mjs")],
    tests: runtimeResults,
  },
  // Takes both cores: passwords keep them busy.
  soak: {
    all: true,
    do: [script("scripts/long/soak.mjs", "--short")],
    tests: soakResults,
  },
};

/**
 * The attack tests on the bundled files that ship. Each request gets a new configuration object,
 * which must not matter.
 */
function shippedRun() {
  const tried = ["test/security", "test/regressions"];
  const env = { ...shippedEnv, LATCHKEY_LEAVE_OUT: matrices.join(",") };
  return [[`--outputFile.json=${shippedResults}`, ...tried], env];
}

/**
 * User journeys on the same files, with the configuration and everything in it created again for
 * each request. The long form runs them with just a new configuration object.
 */
function lazyRun() {
  const env = {
    ...shippedEnv,
    LATCHKEY_CONFIG: "lazy",
    LATCHKEY_LEAVE_OUT: shippedAnyway.join(","),
  };
  return [[`--outputFile.json=${lazyResults}`, "test/journeys"], env];
}

/** Runs a command. Returns whether it succeeded and, unless it may print by itself, its output. */
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

/** Runs the commands in order until one fails. */
async function perform(commands, isAlone) {
  const printed = [];
  for (const command of commands) {
    const result = await run(command, isAlone);
    printed.push(result.printed);
    if (!result.held) return { held: false, printed };
  }
  return { held: true, printed };
}

/**
 * What one step adds to the totals. `failed` lists what failed, with the beginning of its output.
 */
function count(step, held) {
  const itself = { title: "the step itself; see above", message: "" };
  if (step.tests === undefined) {
    return { passed: held ? 1 : 0, failed: held ? [] : [itself], skipped: 0 };
  }
  const tests = readTests(step.tests);
  const of = (status) => tests.filter((test) => test.status === status);
  const skipped = of("skipped");
  const failed = [...of("failed"), ...(ci ? skipped : [])];
  // An error outside any test, or a missing results file, is a failure too.
  if (failed.length === 0 && !held) failed.push(itself);
  return { passed: of("passed").length, failed, skipped: skipped.length };
}

function printTimes(rows) {
  console.log("\n== steps");
  for (const { name, result, seconds, passed } of rows) {
    console.log(`${name.padEnd(14)}${seconds.padStart(7)} s  ${result.padEnd(7)}${passed} passed`);
  }
}

/**
 * Printed at the end, where people look first: a step may have printed thousands of lines since.
 */
function printFailed(failed) {
  if (failed.length > 0) console.log("\n== failed");
  for (const { step, title, message } of failed) {
    console.log(`${step}: ${title}`);
    if (message !== "") console.log(message.slice(0, 2000).replace(/^/gm, "    "));
  }
}

/** On a machine that shares its cores with others, wall-clock time alone says little. */
function stolenSince(then) {
  const now = processorTimes();
  if (then === undefined || now === undefined) return "";
  const share = (now.stolen - then.stolen) / (now.all - then.all);
  return `; other machines took ${Math.round(100 * share)} % of the processors meanwhile`;
}

const usual = Object.keys(steps).filter((name) => all || steps[name].all !== true);
const chosen = only === -1 ? usual : (process.argv[only + 1] ?? "").split(",");
const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`No step "${unknown.join(", ")}"; there are: ${Object.keys(steps).join(", ")}.`);
  process.exit(1);
}

const total = { passed: 0, failed: [], skipped: 0 };
const times = [];
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
    // The output of two at a time would be mixed up.
    if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(`\n== ${name}\n`), ...printed]));
    const counted = count(step, held);
    total.passed += counted.passed;
    total.skipped += counted.skipped;
    total.failed.push(...counted.failed.map((one) => ({ step: name, ...one })));
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const result = counted.failed.length === 0 ? "ok" : "FAILED";
    console.log(`== ${name}: ${result}, ${seconds} s`);
    times.push({ name, result, seconds, passed: counted.passed });
  },
);

if (all) {
  console.log("\n== conformance");
  printSummary(allResults());
}
printTimes(times);
printFailed(total.failed);
console.log(`\n${((Date.now() - began) / 60_000).toFixed(1)} minutes${stolenSince(before)}`);
if (total.skipped > 0) {
  console.log(`${total.skipped} skipped${ci ? ", counted as failed" : ""}`);
}
console.log(`${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 ? 0 : 1;
