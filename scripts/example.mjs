// Starts an example: npm run example hono
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureInstalled } from "./bootstrap.mjs";
import { build, smallExamples } from "./build.mjs";
import { placePackage } from "./build/place-package.mjs";

const [name = ""] = process.argv.slice(2);
const folder = fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

/** Examples with a package.json of their own. */
const larger = ["examples/next", "examples/nuxt"];
const all = [...smallExamples(), ...larger].sort();

if (!all.includes(`examples/${name}`)) {
  console.error(`No example "${name}"; there are: ${all.join(", ")}.`);
  process.exit(1);
}
const isLarger = larger.includes(`examples/${name}`);
if (!build(["src", ...(isLarger ? [] : [`examples/${name}`])], { check: false })) process.exit(1);
if (isLarger) {
  if (!ensureInstalled(folder, { label: name })) process.exit(1);
  placePackage(folder);
}
// Examples that their framework compiles have a start script.
const own = join(folder, "main.mjs");
const entry = existsSync(own) ? own : join(folder, "dist", "main.js");
process.env["NODE_ENV"] ||= "development";
await import(pathToFileURL(entry).href);
