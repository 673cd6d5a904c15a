import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { node, root } from "./packed.js";
import { wanted } from "./search-queries.js";

const script = 'import("./scripts/docs.mjs").then(({ writePages }) => writePages());';
await node(["--input-type=module", "-e", script], root);
const pages = join(root, "site/pages");
const read = (path: string) => readFile(join(pages, path), "utf8");

/** The headings of a page, as addresses name them. */
function anchorsIn(text: string): Set<string> {
  const headings = text.replace(/^```[^]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm);
  return new Set(Array.from(headings, ([, words = ""]) => slugOf(words)));
}

function slugOf(words: string): string {
  return words
    .replace(/`|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

/** Whether a line of the search is that query, with this page first. */
const leads = (line: string, query: string, page: string): boolean =>
  line === `${query}: /${page}` || line.startsWith(`${query}: /${page}, `);

describe("the pages of the documentation site", () => {
  it("are those of docs/, and each is in the list beside them", async () => {
    const written = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
    const list = await read("sidebar.json");
    expect(written.length).toBeGreaterThan(15);
    for (const name of written) expect(list).toContain(`"/${name.replace(/\.md$/, "")}"`);
  });

  it("tell of each provider what to register, where, and whether it vouches for addresses", async () => {
    const github = await read("provider/github.md");
    expect(github).toContain("https://example.com/auth/callback/github");
    expect(github).toContain("`read:user user:email`");
    expect(github).toContain("AUTH_GITHUB_SECRET");
    expect(github).toContain("## Email addresses");
    expect((await readdir(join(pages, "provider"))).length).toBeGreaterThan(100);
  });

  it("have a reference of every option, with its default", async () => {
    const options = await read("reference/options.md");
    expect(options).toContain("### maxAge");
    expect(options).toContain("Default: 2592000 (30 days)");
  });

  it("tell of each error what to do", async () => {
    expect(await read("error/AccessDenied.md")).toContain("**What to do.**");
    const all = (await readFile(join(root, "docs/errors.md"), "utf8")).matchAll(/^## (\w+)$/gm);
    const names = Array.from(all, ([, name = ""]) => `${name}.md`);
    expect(names.length).toBeGreaterThan(40);
    expect(await readdir(join(pages, "error"))).toEqual(expect.arrayContaining(names));
  });

  it("show the speed chart and pictures on the first page and in the README", async () => {
    for (const page of ["index.md", "start.md"]) {
      expect(await read(page)).toContain("](/results.svg)");
      expect(await read(page)).toMatch(/pictures\/sign-in-dark\.png/);
    }
  });

  it("are listed for programs that read", async () => {
    const list = await read("public/llms.txt");
    expect(list).toContain("(/types)");
    expect(list).toContain("(/provider/google)");
  });

  it("lead to pages and headings that are there", async () => {
    const names = (await readdir(pages, { recursive: true })).filter((one) => one.endsWith(".md"));
    const texts = new Map<string, string>();
    for (const name of names) texts.set(name, await read(name));
    const anchors = new Map([...texts].map(([name, text]) => [name, anchorsIn(text)]));
    const broken: string[] = [];
    for (const [name, text] of texts) {
      for (const [, path = "", anchor] of text.matchAll(/\]\(([\w./-]*\.md)?(?:#([^)\s]+))?\)/g)) {
        const there = anchors.get(path === "" ? name : join(dirname(name), path));
        if (!there || (anchor !== undefined && !there.has(anchor))) {
          broken.push(`${name}: ${path}#${anchor ?? ""}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  it("lead to nothing outside of the site by a relative link", async () => {
    for (const name of (await readdir(pages)).filter((one) => one.endsWith(".md"))) {
      expect(await read(name)).not.toMatch(/\]\(\.\.\//);
    }
  });

  it("are found by what people search for, the right one first", async () => {
    const queries = Object.values(wanted).flat();
    expect(queries.length).toBeGreaterThan(60);
    const out = await node([join(root, "scripts/docs/search.mjs"), ...queries], root);
    const found = new Set(out.split("\n"));
    const wrong = Object.entries(wanted).flatMap(([page, own]) =>
      own.filter((query) => ![...found].some((line) => leads(line, query, page))),
    );
    expect(wrong).toEqual([]);
  }, 240_000);
});
