// Which statements of docs/statements.md are proven by tests that ran.
//   npm run conformance                    runs Vitest first
//   npm run conformance -- --from FILE     reads this results file (repeatable), or all of the last run with "last"
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allResults, forget, readTests, vitestResults } from "./results.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The statements, in order: `- ID text`. */
function readStatements() {
  const lines = readFileSync(join(root, "docs", "statements.md"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const match = /^- ([A-Z]+-\d+) (.+)$/.exec(line);
    return match === null ? [] : [{ id: match[1], text: match[2] }];
  });
}

/**
 * A statement is proven if a test with its `[ID]` passed, and none with it failed or was skipped.
 */
function judge(files) {
  const carried = new Map();
  for (const test of files.flatMap(readTests)) {
    for (const id of new Set([...test.title.matchAll(/\[([A-Z]+-\d+)\]/g)].map((hit) => hit[1]))) {
      carried.set(id, [...(carried.get(id) ?? []), test.status]);
    }
  }
  const statements = readStatements().map(({ id, text }) => {
    const statuses = carried.get(id) ?? [];
    const proven = statuses.length > 0 && statuses.every((status) => status === "passed");
    return { id, text, tests: statuses.length, proven };
  });
  const known = new Set(statements.map(({ id }) => id));
  return { statements, unknown: [...carried.keys()].filter((id) => !known.has(id)) };
}

function printTable({ statements }) {
  for (const { id, text, tests, proven } of statements) {
    console.log(
      `${id.padEnd(7)} ${proven ? "proven" : "open  "} ${String(tests).padStart(4)}  ${text}`,
    );
  }
}

function printTotal({ statements, unknown }) {
  if (unknown.length > 0) {
    console.log(`Tests name statements that do not exist: ${unknown.join(", ")}`);
  }
  const proven = statements.filter((statement) => statement.proven).length;
  console.log(`${proven} of ${statements.length} proven`);
}

/** The short form for the end of `npm run test:all`: open statements, and the total. */
export function printSummary(files) {
  const verdict = judge(files);
  const open = verdict.statements.filter((statement) => !statement.proven).map(({ id }) => id);
  if (open.length > 0) console.log(`open: ${open.join(" ")}`);
  printTotal(verdict);
}

function chosenFiles(args) {
  const named = args.flatMap((arg, index) => (args[index - 1] === "--from" ? [arg] : []));
  if (named.includes("last")) return allResults();
  if (named.length > 0) return named;
  forget(vitestResults);
  const entry = join(root, "node_modules", "vitest", "vitest.mjs");
  spawnSync(process.execPath, [entry, "run"], { cwd: root, stdio: "inherit" });
  return allResults();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const verdict = judge(chosenFiles(process.argv.slice(2)));
  printTable(verdict);
  printTotal(verdict);
}
