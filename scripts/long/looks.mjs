// Every page in every look, and the types of every subpath of the package.
//   node scripts/long/looks.mjs      about five minutes
import { fileURLToPath } from "node:url";
import { build } from "../build.mjs";
import { keepTests } from "./kept-tests.mjs";

const results = fileURLToPath(new URL("../../.cache/results-long/looks.json", import.meta.url));
const tried = ["test/browser", "test/frameworks/react.test.ts", "test/package/package.test.ts"];

if (!build(["src"])) process.exit(1);
keepTests({
  check: "looks",
  what: "pages in every look, and what is published: tests that pass",
  results,
  args: ["node_modules/vitest/vitest.mjs", "run", `--outputFile.json=${results}`, ...tried],
  env: { LONG_FORM: "true" },
});
