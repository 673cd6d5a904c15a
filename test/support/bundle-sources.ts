import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { sourceAliases } from "./aliases.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A file of the tests and what it imports of the library, made of the same sources that the tests run on: for another
 * process, or to be loaded a second time. What is imported at need is a file of its own. Answers where it is: as deep in the repository as what is built.
 */
export async function bundleSources(entry: URL, name: string): Promise<string> {
  const outdir = `${root}.cache/${name}-${process.pid}`;
  await build({
    entryPoints: { main: fileURLToPath(entry) },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
    plugins: [fromSources],
  });
  return `${outdir}/main.mjs`;
}

/** Resolves the library's names to its sources. */
export const fromSources: Plugin = {
  name: "sources",
  setup(plugin) {
    plugin.onResolve({ filter: /^(?:latchkey(?:\/|$)|#)/ }, ({ path }) => ({
      path: sourceOf(path),
    }));
  },
};

function sourceOf(path: string): string {
  const alias = sourceAliases().find(({ find }) => find.test(path));
  if (!alias) throw new Error(`There is no ${path}.`);
  return path.replace(alias.find, alias.replacement);
}
