// Builds the library, and the Express example when it is there; or the projects that are named.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Compiles the code. Tools and tests that inspect types use `typescript` itself. */
const compiler = join(root, "node_modules", "typescript7", "bin", "tsc");
const bundler = join(root, "scripts", "build", "bundle.mjs");

const hasSources = (folder) =>
  existsSync(join(root, folder)) &&
  readdirSync(join(root, folder), { recursive: true }).some((file) => /\.tsx?$/.test(file));

/** Examples without a package of their own: their frameworks are test dependencies. */
export const smallExamples = () =>
  readdirSync(join(root, "examples"))
    .filter((name) => existsSync(join(root, "examples", name, "tsconfig.json")))
    .filter((name) => !existsSync(join(root, "examples", name, "package.json")))
    .map((name) => `examples/${name}`);

const run = (...args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;

/**
 * The types of most frameworks come with the test dependencies; without those, types can't be
 * checked.
 */
const canCheck = existsSync(join(root, "node_modules", "vitest"));

/**
 * `tsc -b` builds only what is out of date, so running it again is cheap. Without `check`, types
 * are written unchecked, which is several times faster; the next checked build verifies them.
 */
export function build(projects = ["src", "examples/express"], { check = true } = {}) {
  const options = check && canCheck ? [] : ["--noCheck"];
  const compiled = run(compiler, "-b", ...options, ...projects.filter(hasSources));
  return run(bundler) && compiled;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const projects = process.argv.slice(2);
  if (!build(projects.length === 0 ? undefined : projects)) process.exitCode = 1;
}
