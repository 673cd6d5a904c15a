// Results as text: for the terminal, and as a page of the repository.
import { cpus } from "node:os";

/**
 * `today` is what a ratio that misses its aim must not fall behind; `why` is the measured reason that it misses.
 * @typedef {{ name: string, value: number, atLeast?: number, atMost?: number, today?: number, why?: string }} Ratio
 * @typedef {Record<string, Record<string, import("./measure.mjs").Taken>>} Tables
 * @typedef {{ name: string, title: string, tables: Tables, units: Record<string, string>, ratios: Ratio[] }} CaseResult
 */

/** Misses of less than this do not count: no two runs are the same. */
const tolerance = 0.1;

/** @param {Ratio} ratio */
export const isMissed = ({ value, atLeast, atMost }) =>
  (atLeast !== undefined && !(value >= atLeast * (1 - tolerance))) ||
  (atMost !== undefined && !(value <= atMost * (1 + tolerance)));

/** @param {Ratio} ratio */
const isBehind = ({ value, atLeast, today }) =>
  today !== undefined && !(atLeast === undefined ? value <= today : value >= today);

/**
 * What `--check` does not let pass: a miss for which nobody gave a reason, and what fell behind where it was.
 * @param {Ratio[]} ratios
 */
export const failures = (ratios) =>
  ratios.filter(isMissed).flatMap((ratio) => {
    if (!ratio.why) return [{ name: ratio.name, reason: "missed, and nobody says why" }];
    if (!isBehind(ratio)) return [];
    return [{ name: ratio.name, reason: `${short(ratio.value)}, was ${short(ratio.today)}` }];
  });

/** @param {Ratio} ratio */
const isReached = ({ value, atLeast, atMost }) =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

const isJudged = ({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined;

const verdict = (ratio) =>
  !isJudged(ratio) ? "" : isReached(ratio) ? "reached" : isMissed(ratio) ? "missed" : "nearly";

const wanted = ({ atLeast, atMost }) =>
  atLeast === undefined && atMost === undefined
    ? ""
    : atLeast === undefined
      ? `at most ${short(atMost)}`
      : `at least ${short(atLeast)}`;

/** Three digits that count. */
export const short = (value) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

const unitOf = ({ units }, table) => units[table] ?? "µs";

/** @param {CaseResult} result */
export function printCase(result) {
  console.log(`\n${result.title}`);
  for (const [table, taken] of Object.entries(result.tables)) {
    console.log(`  ${table}`);
    for (const [name, { median, low, high }] of Object.entries(taken)) {
      const figures = `${short(median)} ${unitOf(result, table)}`.trim();
      console.log(
        `    ${name.padEnd(36)} ${figures.padStart(12)}   ${short(low)} to ${short(high)}`,
      );
    }
  }
}

/** @param {Ratio[]} ratios */
export function printRatios(ratios) {
  if (ratios.length === 0) return;
  console.log("\nRatios");
  for (const ratio of ratios) {
    const figures = `${short(ratio.value).padStart(6)}   ${wanted(ratio).padEnd(15)}`;
    console.log(`  ${ratio.name.padEnd(64)} ${figures} ${verdict(ratio)}`);
    if (isMissed(ratio) && ratio.why) console.log(`      ${ratio.why}`);
  }
}

/** @param {CaseResult[]} results */
export function resultsPage(results) {
  const ratios = results.flatMap((result) => result.ratios);
  const rows = ratios.map(
    (it) => `| ${it.name} | ${short(it.value)} | ${wanted(it)} | ${verdict(it)} |`,
  );
  return [
    "# Speed: results",
    "<!-- Written by `npm run bench -- --write`; edits are lost. -->",
    `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? process.arch}. How it is measured, and what the figures mean: [docs/speed.md](../docs/speed.md).`,
    "![Session read, microseconds per call](results.svg)",
    "## Ratios",
    ["| Ratio | Measured | Aim | |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    ...missesSection(ratios.filter(isMissed)),
    ...(results.some(({ name }) => name === "growth") ? growthSection : []),
    ...results.flatMap(caseSection),
    "",
  ].join("\n\n");
}

/** @param {Ratio[]} missed */
function missesSection(missed) {
  if (missed.length === 0) return [];
  const lines = missed.map(
    ({ name, why }) => `- **${name.trim()}**: ${why ?? "no reason is known."}`,
  );
  return ["## What is missed, and why", lines.join("\n")];
}

const growthSection = [
  "## Growth",
  "![Time of a session read as sessions, readers and providers grow in number](growth.svg)",
  "Both axes are logarithmic: a line that is level does not grow. The exponents stand among the ratios; 0 is level, 1 is proportional.",
];

function caseSection(result) {
  const tables = Object.entries(result.tables).map(([table, taken]) => {
    const rows = Object.entries(taken).map(
      ([name, { median, low, high }]) =>
        `| ${name} | ${short(median)} | ${short(low)} to ${short(high)} |`,
    );
    const head = `| ${table} | median${unitOf(result, table) && `, ${unitOf(result, table)}`} | middle half |`;
    return [head, "| --- | --- | --- |", ...rows].join("\n");
  });
  return [`## ${result.title}`, ...tables];
}
