// Builds two Nuxt applications for production, that of the framework suite and examples/nuxt, and tries what came of
// them: the whole suite, the example as a process of its own, and a real Chromium. Writes .cache/results/nuxt.json.
//   node e2e/nuxt/run.mjs
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../scripts/bootstrap.mjs";
import { build } from "../../scripts/build.mjs";
import { placePackage } from "../../scripts/build/place-package.mjs";
import { copyProject } from "../next/project.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = join(root, "examples/nuxt");
const app = join(root, ".cache/nuxt/app");

// What was built for production has no parts for development, which Vitest would else have Node.js look for.
const run = (cwd, ...args) => {
  const env = { ...process.env, NUXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  return spawnSync(process.execPath, args, { cwd, env, stdio: "inherit" }).status === 0;
};
const nuxt = join("node_modules", "nuxt", "bin", "nuxt.mjs");

if (!build(["src"]) || !ensureInstalled(example, { label: "Nuxt" })) process.exit(1);
placePackage(example);
copyProject({ sources: join(root, "e2e/nuxt/app"), packages: example, target: app });
if (!run(app, nuxt, "build") || !run(example, nuxt, "build")) process.exit(1);
const vitest = join(root, "node_modules/vitest/vitest.mjs");
if (!run(root, vitest, "run", "-c", "e2e/nuxt/vitest.config.mjs")) process.exitCode = 1;
