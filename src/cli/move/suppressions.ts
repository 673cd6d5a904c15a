import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import type { Note } from "./source.js";

/** A file without the suppressions that its compiler calls unused. */
export interface Cleaned {
  readonly path: string;
  readonly text: string;
  readonly changes: readonly string[];
  readonly notes: readonly Note[];
}

const longest = 180_000;

/**
 * Removes each `@ts-expect-error` that the application's own compiler calls unused after the move: types that an
 * application had to work around fit now. Undefined if TypeScript or latchkey isn't installed there.
 */
export async function removeSuppressions(
  root: string,
  packages: readonly string[],
): Promise<Cleaned[] | undefined> {
  const cleaned: Cleaned[] = [];
  for (const folder of packages.map((one) => join(root, one))) {
    const said = await typeCheck(folder);
    if (said === undefined) return undefined;
    for (const [file, lines] of unusedIn(said)) {
      const path = relative(root, resolve(folder, file)).replaceAll("\\", "/");
      // A compiler reads files of other packages, too.
      const isOutside = path.startsWith("../") || path.includes("node_modules/");
      if (isOutside || cleaned.some((one) => one.path === path)) continue;
      const text = await readFile(join(root, path), "utf8");
      cleaned.push({ path, ...withoutLines(text, lines) });
    }
  }
  return cleaned;
}

/** What the compiler prints; undefined if it isn't there, or has nothing to read. */
async function typeCheck(folder: string): Promise<string | undefined> {
  const compiler = await findCompiler(folder);
  if (compiler === undefined) return undefined;
  const args = [compiler, "-p", folder, "--noEmit", "--incremental", "false", "--pretty", "false"];
  return new Promise((done) => {
    const options = { cwd: folder, maxBuffer: 2 ** 27, timeout: longest };
    execFile(process.execPath, args, options, (_, stdout) => done(stdout));
  });
}

async function findCompiler(folder: string): Promise<string | undefined> {
  const { resolve: find } = createRequire(join(folder, "package.json"));
  try {
    await access(join(folder, "tsconfig.json"));
    find("latchkey/package.json");
    return join(find("typescript/package.json"), "../bin/tsc");
  } catch {
    return undefined;
  }
}

/** The lines of each file with a suppression of nothing. */
function unusedIn(said: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const line of said.split("\n")) {
    const end = line.indexOf("): error TS2578:");
    if (end === -1) continue;
    // A path may have parentheses itself: `app/(auth)/page.tsx(3,1)`.
    const open = line.lastIndexOf("(", end);
    const file = line.slice(0, open);
    found.set(file, [...(found.get(file) ?? []), Number.parseInt(line.slice(open + 1), 10)]);
  }
  return found;
}

/** Whether a line is a comment, in JSX or not, and nothing else. */
function isComment(line: string): boolean {
  const bare = line.trim();
  const isInJsx = bare.startsWith("{") && bare.endsWith("}");
  const comment = isInJsx ? bare.slice(1, -1).trim() : bare;
  const isWhole = comment.startsWith("/*") && comment.indexOf("*/") === comment.length - 2;
  return comment.startsWith("//") || isWhole;
}

/** Comments beside code, or over several lines, stay, with a note. */
function withoutLines(text: string, unused: readonly number[]): Omit<Cleaned, "path"> {
  const lines = text.split("\n");
  const gone = unused.filter((line) => isComment(lines[line - 1] ?? ""));
  const kept = lines.filter((_, index) => !gone.includes(index + 1));
  const rest = unused.filter((line) => !gone.includes(line));
  return {
    text: kept.join("\n"),
    changes: gone.map((line) => `removed an unused @ts-expect-error (line ${line})`),
    notes: rest.map((line) => ({ line, text: "Remove this `@ts-expect-error`: it's unused now." })),
  };
}
