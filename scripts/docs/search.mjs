// Searches the documentation as the site does: with the index that VitePress makes of its pages.
//   node scripts/docs/search.mjs "rotate secret" 2FA    the first pages for each of these
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureInstalled } from "../bootstrap.mjs";
import { writePages } from "../docs.mjs";

const site = fileURLToPath(new URL("../../site", import.meta.url));

/** The search options of VitePress's search box, besides those in the site's configuration. */
const asInTheBox = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };

/** Returns a function from a query to the pages that the search box shows, best first. */
async function openSearch() {
  if (!ensureInstalled(site, { label: "the documentation site" })) process.exit(1);
  await writePages();
  const { resolve } = createRequire(join(site, "package.json"));
  const load = (name) => import(pathToFileURL(resolve(name)).href);
  const [{ createServer }, { default: MiniSearch }] = await Promise.all([
    load("vitepress"),
    load("minisearch"),
  ]);
  const server = await createServer(site, { configFile: undefined, logLevel: "error" });
  const { code } = await server.pluginContainer.load("/@localSearchIndexroot").then(asCode);
  const { search } = server.config.vitepress.site.themeConfig;
  await server.close();
  const json = JSON.parse(code.replace(/^export default /, ""));
  const { options, searchOptions } = search.options.miniSearch;
  const index = MiniSearch.loadJSON(json, {
    ...options,
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions: { ...asInTheBox, ...searchOptions },
  });
  return (query) => [...new Set(index.search(query).map(({ id }) => id.replace(/#.*$/, "")))];
}

const asCode = (loaded) => (typeof loaded === "string" ? { code: loaded } : loaded);

const search = await openSearch();
for (const query of process.argv.slice(2)) {
  console.log(`${query}: ${search(query).slice(0, 5).join(", ")}`);
}
process.exit(0);
