// Starts one of the small examples: npm run example hono
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, smallExamples } from "./build.mjs";

const [name = ""] = process.argv.slice(2);
const folder = fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

if (!smallExamples().includes(`examples/${name}`)) {
  console.error(`No example "${name}"; there are: ${smallExamples().join(", ")}.`);
  process.exit(1);
}
if (!build(["src", `examples/${name}`], { check: false })) process.exit(1);
// What is compiled by the framework itself starts by a script of its own.
const own = join(folder, "main.mjs");
const entry = existsSync(own) ? own : join(folder, "dist", "main.js");
await import(pathToFileURL(entry).href);
