// Installs the dependencies when they are missing or stale, so that `npm start` and `npm test` work on a fresh clone.
// Uses Node's built-ins only.
//   --lean     what building and starting needs, without the test tools of tools/package.json
//   --stamp    only notes that the present install matches the lock file
//   --in FOLDER...   in these folders instead, which have lock files of their own
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const STAMP = ".install-stamp";

/**
 * What an install depends on: the lock file, Node's major version (for native modules), and the set
 * of dependencies.
 */
function fingerprint(directory, set) {
  const lock = readFileSync(join(directory, "package-lock.json"));
  const major = process.versions.node.split(".")[0];
  return `${createHash("sha256").update(lock).digest("hex")} node${major} ${set}\n`;
}

/** A full install also counts as a lean one. */
function isFresh(directory, lean) {
  const file = join(directory, "node_modules", STAMP);
  if (!existsSync(file)) return false;
  const stamped = readFileSync(file, "utf8");
  const accepted = lean ? ["full", "lean"] : ["full"];
  return accepted.some((set) => stamped === fingerprint(directory, set));
}

export function stamp(directory, lean = false) {
  if (!existsSync(join(directory, "node_modules"))) return;
  const set = lean ? "lean" : "full";
  writeFileSync(join(directory, "node_modules", STAMP), fingerprint(directory, set));
}

/** npm itself: the one that runs this script, otherwise the one on the PATH. */
function npmCommand() {
  const entry = process.env["npm_execpath"];
  return entry?.endsWith(".js") ? [process.execPath, entry] : ["npm"];
}

/**
 * Runs `npm ci` in `directory` unless the last install there is still current. Returns whether it
 * succeeded.
 */
export function ensureInstalled(directory, { label = "dependencies", lean = false } = {}) {
  if (isFresh(directory, lean)) return true;
  const started = Date.now();
  console.log(`Installing ${label} ...`);
  const [program, ...first] = npmCommand();
  const flags = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  if (lean) flags.push("--workspaces=false");
  const result = spawnSync(program, [...first, ...flags], {
    cwd: directory,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (result.status !== 0) {
    console.error(result.stdout ?? "", result.error ?? "");
    console.error(`Installing ${label} failed: see above, then run "npm ci" yourself.`);
    return false;
  }
  stamp(directory, lean);
  console.log(`Installed ${label} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const lean = process.argv.includes("--lean");
  // npm runs this after each of its installs; the test runner tells a full install from a lean one.
  const hasTools = existsSync(join(root, "node_modules", "vitest"));
  const folders = process.argv.includes("--in") ? process.argv.slice(3) : [];
  if (process.argv.includes("--stamp")) stamp(root, !hasTools);
  else if (folders.length > 0) {
    const held = folders.every((label) => ensureInstalled(join(root, label), { label }));
    if (!held) process.exitCode = 1;
  } else if (!ensureInstalled(root, { lean })) process.exitCode = 1;
}
