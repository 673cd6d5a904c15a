// Compiles the library, and the Express example when it is there; removes outputs whose source is gone.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");

const hasSources = (folder) =>
  existsSync(join(root, folder)) &&
  readdirSync(join(root, folder), { recursive: true }).some((file) => /\.tsx?$/.test(file));

/**
 * TypeScript's -b builds what is out of date and nothing else, so this is cheap to repeat. Without
 * `check` it only compiles, which is several times faster; the next build with it checks the types.
 */
export function build(projects = ["src", "examples/express"], { check = true } = {}) {
  const present = projects.filter(hasSources);
  const options = check ? [] : ["--noCheck"];
  const result = spawnSync(process.execPath, [compiler, "-b", ...options, ...present], {
    cwd: root,
    stdio: "inherit",
  });
  removeOrphans();
  return result.status === 0;
}

/** A file of dist/ whose source was renamed or deleted would be published for ever. */
function removeOrphans() {
  const dist = join(root, "dist");
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const stem = relative(dist, file).replace(/\.(d\.ts|js)$/, "");
    const isOutput = entry.isFile() && /\.(d\.ts|js)$/.test(entry.name);
    const hasSource = [".ts", ".tsx"].some((end) => existsSync(join(root, "src", stem + end)));
    if (isOutput && !hasSource) rmSync(file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !build()) process.exitCode = 1;
