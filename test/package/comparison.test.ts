import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { node, root } from "./packed.js";

it("the README's comparison has the figures of bench/RESULTS.md", async () => {
  const script =
    'import("./scripts/generate/comparison.mjs").then((one) => console.log(one.comparison()));';
  const table = await node(["--input-type=module", "-e", script], root);
  expect(await readFile(join(root, "README.md"), "utf8")).toContain(table.trim());
});
