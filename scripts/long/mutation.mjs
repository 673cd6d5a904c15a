// How many small changes of the source the tests beside it notice, in the folders that security rests on. All files take
// most of an hour, so that each day has a quarter of them, and four days all.
//   node scripts/long/mutation.mjs                  the files of today
//   node scripts/long/mutation.mjs --share 2        those of another day, 1 to 4
//   node scripts/long/mutation.mjs --all            all of them; what didn't change since isn't run again
//   node scripts/long/mutation.mjs --fresh          what didn't change, too
//   node scripts/long/mutation.mjs crypto cookies   all files of some folders; the figures stay as they were
// The changes that nothing noticed are printed; .cache/mutation/report.json has all of them.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled } from "../bootstrap.mjs";
import { keepFigures } from "./figures.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const home = join(root, "e2e", "mutation");
const cache = join(root, ".cache", "mutation");
const report = join(cache, "report.json");
const folders = ["sign-in", "linking", "step-up", "cookies", "crypto", "http", "sessions"].map(
  (name) => `core/${name}`,
);
const aim = 90;

const shares = 4;
const today = Math.floor(Date.now() / 86_400_000) % shares;

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean" }, fresh: { type: "boolean" }, share: { type: "string" } },
});
const share = values.share === undefined ? today + 1 : Number(values.share);
const unknown = chosen.filter((name) => !folders.includes(name));
if (unknown.length > 0) {
  console.error(`No folder "${unknown.join(", ")}"; there are: ${folders.join(", ")}.`);
  process.exit(1);
}
const isWhole = values.all || chosen.length > 0;

/** Every fourth file, ordered by folder and name. */
function mutatedFiles() {
  const files = (chosen.length > 0 ? chosen : folders).flatMap((folder) =>
    readdirSync(join(root, "src", folder))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => `src/${folder}/${name}`),
  );
  return isWhole ? files : files.filter((_, index) => index % shares === share - 1);
}

/** Stryker's exit code says whether it ran; the report has the results. */
function run() {
  rmSync(report, { force: true });
  // An interrupted run leaves its copy of the tree.
  rmSync(join(cache, "sandbox"), { recursive: true, force: true });
  const stryker = join(home, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const mutated = mutatedFiles().join(",");
  const config = join("e2e", "mutation", "stryker.config.mjs");
  const args = ["run", config, "--mutate", mutated];
  if (values.fresh) args.push("--force");
  return spawnSync(process.execPath, [stryker, ...args], { cwd: root, stdio: "inherit" }).status;
}

/** Mutants by status; those that couldn't run are ignored. */
function count(mutants) {
  const of = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  return { noticed: of("Killed", "Timeout"), missed: of("Survived"), beyond: of("NoCoverage") };
}

// Rounded down, so that the shown value is never higher than the real one.
const percent = (part, whole) => `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`;

function figure(what, mutants) {
  const { noticed, missed } = count(mutants);
  const reached = noticed + missed;
  return {
    what: `changes of ${what} that the tests beside it notice, of ${reached} that they reach`,
    value: percent(noticed, reached),
    aim: `>= ${aim} %`,
    held: noticed / reached >= aim / 100,
  };
}

/** Code that only journeys and the cases in test/security reach. */
function beyond(what, mutants) {
  const { noticed, missed, beyond: others } = count(mutants);
  const all = noticed + missed + others;
  const value = percent(others, all);
  return { what: `changes of ${what} that only others reach`, value, aim: "", held: true };
}

function figures() {
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  // The report also has results of earlier runs for other files.
  const mutated = mutatedFiles();
  const mutantsIn = (folder) =>
    mutated
      .filter((file) => file.startsWith(`src/${folder}/`))
      .flatMap((file) => files[file]?.mutants ?? []);
  const names = chosen.length > 0 ? chosen : folders;
  const together = names.map((name) => `src/${name}`).join(", ");
  const part = isWhole ? together : `${together} (files ${share} of ${shares})`;
  const all = names.flatMap(mutantsIn);
  const each = isWhole ? names.map((name) => figure(`src/${name}`, mutantsIn(name))) : [];
  return [...each, figure(part, all), beyond(part, all)];
}

if (!ensureInstalled(home, { label: "the mutation tester" }) || run() !== 0) {
  console.error("The mutation tester did not come to its end.");
  process.exitCode = 1;
} else {
  const all = figures();
  for (const { what, value, held } of all) {
    console.log(`${held ? "held  " : "MISSED"} ${what}: ${value}`);
  }
  if (chosen.length === 0) keepFigures("mutation", all);
  process.exitCode = all.every(({ held }) => held) ? 0 : 1;
}
