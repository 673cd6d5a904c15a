import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("names only files and folders that exist, in the guide for contributors", () => {
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const named = [...guide.matchAll(/`((?:src|test|scripts|e2e|docs)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
