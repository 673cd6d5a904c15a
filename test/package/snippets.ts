import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./packed.js";

/** A block of code in a page, and the language it says it is in. */
export interface Block {
  readonly language: string;
  readonly code: string;
}

export interface Page {
  readonly name: string;
  readonly blocks: readonly Block[];
}

/** The pages of docs/ and the README, with their blocks of code. */
export async function readPages(): Promise<Page[]> {
  const docs = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const files = ["README.md", ...docs.map((name) => `docs/${name}`)];
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/^docs\/|\.md$/g, ""),
      blocks: blocksOf(await readFile(join(root, file), "utf8")),
    })),
  );
}

function blocksOf(page: string): Block[] {
  return Array.from(page.matchAll(/^```(\w*)\n([^]*?)^```$/gm), ([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

/** What of a block is TypeScript, and how the name of its file ends. */
const scripts: Record<string, (code: string) => readonly [ending: string, code: string]> = {
  ts: (code) => [".ts", code],
  tsx: (code) => [".tsx", code],
  astro: (code) => [
    ".astro.ts",
    `declare const Astro: import("astro").AstroGlobal;\n${/^---\n([^]*?)^---$/m.exec(code)?.[1] ?? ""}`,
  ],
  svelte: (code) => [".svelte.ts", `import type {} from "svelte";\n${scriptIn(code)}`],
  vue: (code) => [".vue.ts", scriptIn(code)],
};

function scriptIn(markup: string): string {
  return /<script[^>]*>\n([^]*?)<\/script>/.exec(markup)?.[1] ?? "";
}

/** The files that the blocks of a page make: one that names no file goes on with the one before. */
export function filesIn(blocks: readonly Block[]): Map<string, string> {
  const files = new Map<string, string>();
  let current = "";
  for (const { language, code } of blocks) {
    const [ending, script] = scripts[language]?.(code) ?? [];
    if (ending === undefined || script === undefined) continue;
    const named = /^\/\/ (\S+\.tsx?)(?=\s)/.exec(code)?.[1];
    current = named ?? (current.endsWith(ending) ? current : `page${ending}`);
    files.set(current, (files.get(current) ?? "") + script);
  }
  return files;
}
