// Applications of many shapes, built by Next.js before and after `latchkey move`, with sessions both ways; and the
// install lines of the pages on moving, with what the registry has today.
//   node scripts/long/moving.mjs      about fifteen minutes, and its install
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../bootstrap.mjs";
import { build } from "../build.mjs";
import { keepTests } from "./kept-tests.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

if (!build(["src"])) process.exit(1);
if (!ensureInstalled(join(root, "e2e/moving"), { label: "packages to move from" })) process.exit(1);
keepTests({
  check: "moving",
  what: "applications built before and after the move, and install lines: tests that pass",
  results: join(root, ".cache/results-long/moving.json"),
  args: ["node_modules/vitest/vitest.mjs", "run", "-c", "e2e/moving/long/vitest.config.mjs"],
});
