// The pages of the documentation on moving here, tried as written: their blocks become files, which are run.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const docs = fileURLToPath(new URL("../../docs/", import.meta.url));

/** The blocks of a page that name a file in their first line, by that name. */
function blocksOf(page) {
  const blocks = page.matchAll(/^```(?:ts|sql)\n((?:\/\/|--) (\S+)\n[^]*?)^```$/gm);
  return new Map([...blocks].map(([, code, name]) => [name, code]));
}

/** Writes the files of a page, and what it says the application has already, beside the packages that it moves from. */
export function filesOf(name, had = {}) {
  const folder = join(here, ".build", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const blocks = blocksOf(readFileSync(join(docs, `moving-from-${name}.md`), "utf8"));
  for (const [file, code] of [...blocks, ...Object.entries(had)]) {
    writeFileSync(join(folder, file), code);
  }
  return {
    text: (file) => blocks.get(file),
    load: (file) => import(join(folder, file)),
  };
}
