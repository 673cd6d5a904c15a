import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { manifestField } from "../package/packed.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), "utf8")] as const,
);

describe.each(workflows)("the workflow %s", (_, text) => {
  it("pins every action to a commit", () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action);
    expect(used.length).toBeGreaterThan(0);
    const pinned = /^(?:\.\/[\w./-]+|[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40})$/;
    expect(used.filter((action) => !pinned.test(action))).toEqual([]);
  });

  it("may only read, unless a job says otherwise", () => {
    expect(text).toMatch(/^permissions:\n  contents: read$/m);
  });

  it("runs scripts that exist, and puts nothing that others write into a shell", async () => {
    const scripts = Object.keys(await manifestField("scripts"));
    const run = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(run.filter((name) => !scripts.includes(name))).toEqual([]);
    expect(text.match(/run:.*\$\{\{/)).toBeNull();
  });
});

it("publishes a package that names the repository its provenance does", () => {
  // Without it, the registry answers 422 after everything else has passed.
  const [, release = ""] = workflows.find(([name]) => name === "release.yml") ?? [];
  const [before = ""] = release.split(/run: npm pack$/m);
  expect(before).toContain("repository.url=git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git");
});

it("says where the owners of the code are named", () => {
  expect(readFileSync(join(root, ".github/CODEOWNERS"), "utf8")).toMatch(/^(?:# )?\* @\w/m);
});
