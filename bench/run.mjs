// Speed, measured side by side with other libraries.
//   npm run bench                       measures everything and prints it
//   npm run bench -- --only read,http   some of the cases
//   npm run bench -- --check            fails when a ratio is missed by more than 10 % and nobody says why, or fell
//                                       behind what it was
//   npm run bench -- --growth           up to 10,000,000 sessions, which takes minutes more
//   BENCH_CLOCK=elapsed npm run bench   by elapsed time, on a machine that does nothing else
//   npm run bench -- --write            also writes RESULTS.md and the charts
//   npm run bench -- --kept --write     the same from what was measured last, without measuring again
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../scripts/bootstrap.mjs";
import { build } from "../scripts/build.mjs";
import { cases } from "./cases/index.mjs";
import { failures, printCase, printRatios, resultsPage } from "./report.mjs";
import { chart, growthChart } from "./chart.mjs";
import { writeComparison } from "../scripts/generate/comparison.mjs";

const args = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url));
const kept = fileURLToPath(new URL("../.cache/bench/", import.meta.url));
const keptAt = (name) => `${kept}${name}.json`;
const only = args.includes("--only") ? args[args.indexOf("--only") + 1].split(",") : undefined;
const chosen = only ?? Object.keys(cases);
const unknown = chosen.filter((name) => !Object.hasOwn(cases, name));
if (unknown.length > 0) {
  console.error(`No case "${unknown.join(", ")}"; there are: ${Object.keys(cases).join(", ")}.`);
  process.exit(1);
}
if (args.includes("--growth")) process.env["BENCH_GROWTH"] = "1";
if (!ensureInstalled(here, { label: "what is measured" }) || !build(["src"])) process.exit(1);

// Loaded only now: it uses what was just installed.
const { measure } = await import("./measure.mjs");

/** @returns {Promise<import("./report.mjs").CaseResult>} */
async function runCase(name) {
  const { title, run, groups = {}, units = {}, ratios = () => [] } = await cases[name]();
  const tables = args.includes("--kept") ? keptTables(name) : await measureCase(name, run, groups);
  return { name, title, tables, units, ratios: ratios(tables) };
}

async function measureCase(name, run, groups) {
  const tables = (await run?.()) ?? {};
  for (const [group, what] of Object.entries(groups)) {
    // A case that needs a server measures its groups itself.
    tables[group] ??= await measure(name, group, what);
  }
  mkdirSync(kept, { recursive: true });
  writeFileSync(keptAt(name), JSON.stringify(tables));
  return tables;
}

function keptTables(name) {
  return JSON.parse(readFileSync(keptAt(name), "utf8"));
}

const results = [];
for (const name of chosen) {
  const result = await runCase(name);
  results.push(result);
  printCase(result);
}

const ratios = results.flatMap((result) => result.ratios);
printRatios(ratios);
if (args.includes("--write")) {
  writeFileSync(`${here}RESULTS.md`, resultsPage(results));
  writeFileSync(`${here}results.svg`, chart(results));
  writeFileSync(`${here}growth.svg`, growthChart(results));
  // The README has some of all figures.
  if (only === undefined) writeComparison();
  console.log("\nWritten: bench/RESULTS.md, bench/results.svg, bench/growth.svg");
}
if (args.includes("--check")) {
  const failed = failures(ratios);
  for (const { name, reason } of failed) console.error(`FAILED ${name.trim()}: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
}
