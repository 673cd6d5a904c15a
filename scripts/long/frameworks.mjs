// The examples that render pages, built for production and clicked through in Chromium; and what every framework must
// do, by those whose major before the newest can't be installed beside it.
//   node scripts/long/frameworks.mjs      about two minutes, and its installs
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../bootstrap.mjs";
import { build } from "../build.mjs";
import { placePackage } from "../build/place-package.mjs";
import { keepTests } from "./kept-tests.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["e2e/frameworks", "e2e/frameworks-majors"];

if (!build(["src"])) process.exit(1);
if (!folders.every((label) => ensureInstalled(join(root, label), { label }))) process.exit(1);
placePackage(join(root, "e2e/frameworks"));
keepTests({
  check: "frameworks",
  what: "frameworks built for production in Chromium, and at their previous majors: tests that pass",
  results: join(root, ".cache/results-long/frameworks.json"),
  args: ["node_modules/vitest/vitest.mjs", "run", "-c", "e2e/frameworks/vitest.config.mjs"],
});
