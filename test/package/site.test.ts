import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { node, root } from "./packed.js";

const script = 'import("./scripts/docs.mjs").then(({ writePages }) => writePages());';
await node(["--input-type=module", "-e", script], root);
const pages = join(root, "site/pages");
const read = (path: string) => readFile(join(pages, path), "utf8");

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
    expect(github).toContain("## Addresses");
    expect((await readdir(join(pages, "provider"))).length).toBeGreaterThan(100);
  });

  it("have a reference of every option, with its default", async () => {
    const options = await read("reference/options.md");
    expect(options).toContain("### maxAge");
    expect(options).toContain("Default: 2592000 (30 days)");
  });

  it("are listed for programs that read", async () => {
    const list = await read("public/llms.txt");
    expect(list).toContain("(/types)");
    expect(list).toContain("(/provider/google)");
  });

  it("lead to nothing outside of the site by a relative link", async () => {
    for (const name of (await readdir(pages)).filter((one) => one.endsWith(".md"))) {
      expect(await read(name)).not.toMatch(/\]\(\.\.\//);
    }
  });
});
