import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { node, root } from "./packed.js";

/** Frameworks whose packages are installed with another project, or that have no page of their own. */
const elsewhere = new Set(["express", "next", "react", "visit", "node", "solid", "svelte", "vue"]);

async function pages(): Promise<string[]> {
  const folders = await readdir(join(root, "src/frameworks"));
  return [
    ...folders.filter((name) => !elsewhere.has(name)),
    "apis",
    "moving-from-authjs",
    "moving-from-authjs-v4",
    "moving-from-better-auth",
    "moving-from-lucia",
    "oauth",
    "pages",
    "passwords",
    "roles",
    "runtimes",
    "sessions",
    "testing",
    "tokens",
    "types",
    "what-happens",
    "README",
  ];
}

/** The files that the blocks of a page make: one that names no file goes on with the one before. */
function filesIn(page: string): Map<string, string> {
  const files = new Map<string, string>();
  let current = "page.ts";
  for (const [, code = ""] of page.matchAll(/^```ts\n([^]*?)^```$/gm)) {
    current = /^\/\/ (\S+\.ts)\b/.exec(code)?.[1] ?? current;
    files.set(current, (files.get(current) ?? "") + code);
  }
  return files;
}

const settings = {
  extends: "../../tsconfig.base.json",
  compilerOptions: { noEmit: true, declaration: false, types: ["node"] },
  references: [{ path: "../../src" }],
};

describe("the documentation of frameworks, of passwords, of sessions, and of moving here", () => {
  it("has a page for each, and every snippet compiles", async () => {
    const folder = join(root, ".cache/docs");
    await rm(folder, { recursive: true, force: true });
    for (const page of await pages()) {
      const file = page === "README" ? "README.md" : `docs/${page}.md`;
      const files = filesIn(await readFile(join(root, file), "utf8"));
      expect(files.size).toBeGreaterThan(0);
      for (const [name, code] of files) {
        const made = join(folder, page, name);
        await mkdir(dirname(made), { recursive: true });
        await writeFile(made, `${code}\nexport {};\n`);
      }
    }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
    const compiled = node(["node_modules/typescript/bin/tsc", "-b", folder], root);
    const complaints = await compiled.catch((problem: unknown) => outputOf(problem));
    expect(complaints).toBe("");
  }, 120_000);
});

function outputOf(problem: unknown): unknown {
  return typeof problem === "object" && problem ? Reflect.get(problem, "stdout") : problem;
}
