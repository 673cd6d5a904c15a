// Builds the documentation as a site: the pages of docs/, and those that follow from the sources.
//   npm run docs             builds it into site/dist
//   npm run docs -- --open   builds it and serves it on this machine
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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

/**
 * Long lists that contain every word: search results would always include them, so they're
 * excluded.
 */
const unsearched = new Set([
  ...["security-cases.md", "security-figures.md", "statements.md", "certification.md"],
]);

/** Every page of the site, by path. */
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

/**
 * Writes the pages, their list and llms.txt, and returns the number of pages. Unchanged files
 * aren't rewritten, so a test can read pages during a build.
 */
export async function writePages() {
  const all = await collect();
  const marked = ([path, text]) => [path, unsearched.has(path) ? `${unfound}${text}` : text];
  const wanted = new Map([
    ...[...all].map(marked),
    ["index.md", landing()],
    ["sidebar.json", JSON.stringify(groups(all))],
    ["public/llms.txt", llmsText(all)],
  ]);
  for (const [path, text] of wanted) save(join(pages, path), text);
  for (const path of readdirSync(pages, { recursive: true })) {
    if (path.endsWith(".md") && !wanted.has(path.replaceAll("\\", "/"))) rmSync(join(pages, path));
  }
  cpSync(join(root, "bench", "results.svg"), join(pages, "public", "results.svg"));
  cpSync(join(root, "docs", "pictures"), join(pages, "pictures"), { recursive: true });
  return all.size;
}

const unfound = "---\nsearch: false\n---\n\n";

function save(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function landing() {
  return `---
layout: home
hero:
  name: Latchkey
  text: Authentication for TypeScript apps
  tagline: OAuth, passwords, passkeys, magic links and 2FA, with sessions you can revoke. For Next.js, Express, Hono and ten more.
  actions:
    - { theme: brand, text: Get started, link: /getting-started }
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
