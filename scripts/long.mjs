// The long forms of the checks, one after the other, and one table of what they measured.
//   npm run test:long                        all of them: an hour and a half on two processors
//   npm run test:long -- --only soak,kill    some of them
//   npm run test:long -- --write             also puts the table into docs/security-figures.md
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, type } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { figuresOf, forgetFigures, keptOn } from "./long/figures.mjs";
import { between, formatted } from "./generate/written.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs", "security-figures.md");

/** The checks, and the name under which each stores its figures. */
const checks = {
  model: { script: "long/model.mjs", figures: "model" },
  fuzz: { script: "long/fuzz.mjs", figures: "fuzzing" },
  kill: { script: "long/kill.mjs", figures: "kill" },
  tokens: { script: "long/tokens.mjs", figures: "tokens" },
  load: { script: "long/load.mjs", figures: "load" },
  soak: { script: "long/soak.mjs", figures: "soak" },
  looks: { script: "long/looks.mjs", figures: "looks" },
  shipped: { script: "long/shipped.mjs", figures: "shipped" },
  next: { script: "long/apps.mjs", args: ["next"], figures: "next" },
  frameworks: { script: "long/frameworks.mjs", figures: "frameworks" },
  moving: { script: "long/moving.mjs", figures: "moving" },
  qwik: { script: "long/apps.mjs", args: ["qwik"], figures: "qwik" },
  nuxt: { script: "long/apps.mjs", args: ["nuxt"], figures: "nuxt" },
  sessions: { script: "long/many-sessions.mjs", figures: "many-sessions" },
  peers: { script: "long/peers.mjs", figures: "peers" },
  flood: { script: "long/flood.mjs", figures: "flood" },
  mutation: { script: "long/mutation.mjs", figures: "mutation" },
};

/** Returns whether the script passed. Earlier figures are deleted first. */
function run(name) {
  const { script, args = [], figures } = checks[name];
  forgetFigures(figures);
  console.log(`\n== ${name}`);
  const started = Date.now();
  const entry = join(root, "scripts", script);
  const { status } = spawnSync(process.execPath, [entry, ...args], { cwd: root, stdio: "inherit" });
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? "ok" : "FAILED"}, ${minutes} minutes`);
  return status === 0;
}

/**
 * The rows of a check. A check without figures, or one that failed although all figures held,
 * counts as failed.
 */
function rowsOf(name, content) {
  const rows = figuresOf(checks[name].figures).map((figure) => ({ check: name, ...figure }));
  const missing = { check: name, what: "comes to its end", aim: "yes", held: false };
  if (rows.length === 0) return [{ ...missing, value: "no figures" }];
  const explained = content || rows.some(({ held }) => !held);
  return explained ? rows : [...rows, { ...missing, value: "failed" }];
}

const columns = ["check", "figure", "value", "aim", "held"];
const cells = ({ check, what, value, aim, held }) =>
  [check, what, value, aim, held ? "yes" : "NO"].map(String);

function print(rows) {
  const lines = [columns, ...rows.map(cells)];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length)));
  const padded = (line) => line.map((cell, index) => cell.padEnd(widths[index])).join("  ");
  console.log(`\n${lines.map((line) => padded(line).trimEnd()).join("\n")}`);
}

/** Puts what was measured into the page. Checks that this folder has no figures of stay as they are there. */
async function write() {
  const before = readFileSync(page, "utf8");
  const line = (row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const written = (name) => before.split("\n").filter((text) => text.startsWith(`| ${name} `));
  const writtenOn = (name) =>
    new RegExp(`\\b${name} (\\d{4}-\\d\\d-\\d\\d \\(\\w+\\))`).exec(before)?.[1];
  const runOn = (figures) => keptOn(figures) && `${keptOn(figures)} (${arch()})`;
  const dates = Object.entries(checks).map(
    ([name, { figures }]) => `${name} ${runOn(figures) ?? writtenOn(name) ?? "never"}`,
  );
  const rows = Object.keys(checks).flatMap((name) =>
    figuresOf(checks[name].figures).length === 0 && !content.has(name)
      ? written(name)
      : rowsOf(name, content.get(name) ?? true).map((row) => line(cells(row))),
  );
  const where = `Node ${process.version}, ${type()}, ${cpus().length} processors`;
  const text = [
    `Run with ${where}: ${dates.join(", ")}.`,
    "",
    line(columns.map((name) => name[0].toUpperCase() + name.slice(1))),
    line(columns.map(() => "---")),
    ...rows,
  ].join("\n");
  const wanted = between(before, "figures", text);
  writeFileSync(page, await formatted(page, wanted));
}

const only = process.argv.indexOf("--only");
const chosen = only === -1 ? Object.keys(checks) : (process.argv[only + 1] ?? "").split(",");
const unknown = chosen.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`No check "${unknown.join(", ")}"; there are: ${Object.keys(checks).join(", ")}.`);
  process.exit(1);
}

const writing = process.argv.includes("--write");

const content = new Map(chosen.map((name) => [name, run(name)]));
const rows = chosen.flatMap((name) => rowsOf(name, content.get(name)));
print(rows);
if (writing) await write();
const failed = rows.filter(({ held }) => !held).length;
console.log(`\n${rows.length - failed} held, ${failed} not`);
process.exitCode = failed === 0 ? 0 : 1;
