import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

const skipped = new Set(["node_modules", "dist", "build", "out", "coverage"]);
const sources = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const components = /\.(?:svelte|vue|astro)$/;

export interface Found {
  readonly manifests: readonly string[];
  readonly sources: readonly string[];
  readonly environments: readonly string[];
  /** Files with code in them that the parser does not read. */
  readonly components: readonly string[];
}

/** The files of an application, as paths below its folder. */
export async function findFiles(folder: string): Promise<Found> {
  const all = (await walk(folder))
    .map((path) => relative(folder, path).replaceAll("\\", "/"))
    .sort();
  const named = (pattern: RegExp) => all.filter((path) => pattern.test(path));
  return {
    manifests: named(/(?:^|\/)package\.json$/),
    sources: named(sources),
    environments: named(/(?:^|\/)\.env(?:\.[\w.-]+)?$/),
    components: named(components),
  };
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    const isHidden = entry.name.startsWith(".") || skipped.has(entry.name);
    return entry.isDirectory() && !isHidden ? walk(path) : [];
  });
  return (await Promise.all(found)).flat();
}
