// Builds the documentation as a site: the pages of docs/, and those that follow from the sources.
//   npm run docs             builds it into site/dist
//   npm run docs -- --open   builds it and serves it on this machine
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./bootstrap.mjs";
import { errorPages } from "./docs/errors.mjs";
import { optionPages } from "./docs/options.mjs";
import { providerPages } from "./docs/providers.mjs";
import { groups, llmsText, titleOf, withoutOutside } from "./docs/pages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const site = join(root, "site");
const pages = join(site, "pages");

/** Every page of the site, by its path. */
async function collect() {
  const written = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(root, "docs", name), "utf8")]);
  const start = readFileSync(join(root, "README.md"), "utf8").replaceAll("(docs/", "(");
  return new Map([
    ["start.md", withoutOutside(start)],
    ...written.map(([name, text]) => [name, withoutOutside(text)]),
    ...(await providerPages()),
    ...optionPages(),
    ...errorPages(readFileSync(join(root, "docs", "errors.md"), "utf8")),
  ]);
}

/** Writes the pages, the list of them and llms.txt; answers how many pages there are. */
export async function writePages() {
  const all = await collect();
  rmSync(pages, { recursive: true, force: true });
  for (const [path, text] of all) {
    const file = join(pages, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(pages, "index.md"), landing());
  writeFileSync(join(pages, "sidebar.json"), JSON.stringify(groups(all)));
  mkdirSync(join(pages, "public"), { recursive: true });
  writeFileSync(join(pages, "public", "llms.txt"), llmsText(all));
  cpSync(join(root, "bench", "results.svg"), join(pages, "public", "results.svg"));
  cpSync(join(root, "docs", "pictures"), join(pages, "pictures"), { recursive: true });
  return all.size;
}

function landing() {
  return `---
layout: home
hero:
  name: Latchkey
  text: Sign-in for TypeScript web applications
  tagline: One function from a Request to a Response, pages you can ship, types that follow.
  actions:
    - { theme: brand, text: Start, link: /start }
    - { theme: alt, text: ${JSON.stringify("Providers")}, link: /providers }
---

![The sign-in page](./pictures/sign-in-light.png) ![The same, dark](./pictures/sign-in-dark.png)

![Session read, microseconds per call](/results.svg)
`;
}

export async function buildSite() {
  if (!ensureInstalled(site, { label: "the documentation site" })) return false;
  const count = await writePages();
  const vitepress = join(site, "node_modules", "vitepress", "bin", "vitepress.js");
  const built = spawnSync(process.execPath, [vitepress, "build", site], { stdio: "inherit" });
  console.log(`${count} pages, ${titleOf(readFileSync(join(pages, "start.md"), "utf8"))}`);
  return built.status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await buildSite())) process.exitCode = 1;
  else if (process.argv.includes("--open")) {
    const vitepress = join(site, "node_modules", "vitepress", "bin", "vitepress.js");
    spawnSync(process.execPath, [vitepress, "preview", site], { stdio: "inherit" });
  }
}
