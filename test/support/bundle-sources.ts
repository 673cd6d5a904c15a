import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sourceAliases } from "./aliases.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A file of the tests and what it imports of the library, made one file from the same sources that the
 * tests run on: for another process, or to be loaded a second time. Answers where it is.
 */
export async function bundleSources(entry: URL, name: string): Promise<string> {
  const outfile = `${root}.cache/bundled/${name}-${process.pid}.mjs`;
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
    plugins: [
      {
        name: "sources",
        setup(plugin) {
          plugin.onResolve({ filter: /^latchkey(?:\/|$)/ }, ({ path }) => ({
            path: sourceOf(path),
          }));
        },
      },
    ],
  });
  return outfile;
}

function sourceOf(path: string): string {
  const alias = sourceAliases().find(({ find }) => find.test(path));
  if (!alias) throw new Error(`There is no ${path}.`);
  return path.replace(alias.find, alias.replacement);
}
