// Builds what is out of date and runs the Express example in this process, so that it receives
// signals directly.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = join(root, "examples", "express", "dist", "main.js");

if (!existsSync(entry)) console.log("Building the library and the demo, once…");
if (!build(undefined, { check: false }) || !existsSync(entry)) {
  console.error("The example was not built: see the messages above.");
  process.exit(1);
}

await import(pathToFileURL(entry).href);

for (const signal of ["SIGINT", "SIGTERM"]) {
  if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(0));
}
