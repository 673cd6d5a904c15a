import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError, type Command, type Given } from "../command.js";
import { findFiles } from "../move/files.js";
import type { From } from "../move/names.js";
import { notesOnComponent, rewriteEnvironment, rewriteManifest } from "../move/plain.js";
import { rewriteSource, type Rewritten } from "../move/source.js";
import { readProject, type Project } from "../project.js";
import { version } from "../version.js";

/** As long as a session lasts by default. */
const daysRead = 30;

/** `latchkey move`: rewrites an application of Auth.js. */
export const move: Command = {
  usage: `Usage: latchkey move [options]

Rewrites an application of Auth.js: imports, extended types, package.json and the names in .env files. Prints
what it did, and what needs a person, with file and line. Running it again changes nothing more.

Options
  --from <version>   v4 or v5 (default: as package.json says)
  --dry-run          print, and write nothing
  --json             print JSON`,
  options: {
    from: { type: "string" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(given, world) {
    const project = await readProject(world.folder);
    const refusal = refusalOf(project);
    if (refusal !== undefined) {
      world.complain(refusal);
      return 1;
    }
    const from = releaseOf(given, project);
    const until = new Date(Date.now() + daysRead * 86_400_000).toISOString().slice(0, 10);
    const files = await rewriteAll(project.folder, { from, until });
    const writes = !given.flag("dry-run");
    for (const { path, text, changes } of files) {
      if (writes && changes.length > 0) await writeFile(join(project.folder, path), text);
    }
    const report = {
      from,
      files: files.map(({ path, changes, notes }) => ({ path, changes, notes })),
    };
    if (given.flag("json")) world.print(JSON.stringify(report, null, 2));
    else for (const line of describe(files, { from, until, writes })) world.print(line);
    return 0;
  },
};

const oldestNext = 14;

/** Applications that would not run afterwards are left as they are. */
function refusalOf({ packages }: Project): string | undefined {
  const next = packages.get("next") ?? "";
  const majors = next.split("||").flatMap((range) => /\d+/.exec(range)?.[0] ?? []);
  const newest = Math.max(...majors.map(Number));
  if (majors.length === 0 || newest >= oldestNext) return undefined;
  return `Next.js ${newest} is not supported: latchkey needs Next.js ${oldestNext} or newer. Upgrade Next.js first, then run this again.`;
}

function releaseOf(given: Given, { packages }: Project): From {
  const named = given.text("from");
  if (named === "v4" || named === "v5") return named;
  if (named !== undefined) {
    throw new UsageError(`--from is v4 or v5, not ${JSON.stringify(named)}.`);
  }
  const range = packages.get("next-auth") ?? "";
  return /^\D*[34]\b/.test(range) || range === "latest" ? "v4" : "v5";
}

interface Moved extends Rewritten {
  readonly path: string;
}

async function rewriteAll(
  folder: string,
  { from, until }: { from: From; until: string },
): Promise<Moved[]> {
  const found = await findFiles(folder);
  const read = (path: string) => readFile(join(folder, path), "utf8");
  const moved: Moved[] = [];
  const add = (path: string, rewritten: Rewritten) => {
    if (rewritten.changes.length > 0 || rewritten.notes.length > 0) {
      moved.push({ path, ...rewritten });
    }
  };
  for (const path of found.manifests) add(path, rewriteManifest(await read(path), `^${version()}`));
  for (const path of found.environments) {
    add(path, rewriteEnvironment(await read(path), from, until));
  }
  for (const path of found.components) {
    add(path, { text: "", changes: [], notes: notesOnComponent(await read(path)) });
  }
  for (const path of found.sources) {
    const text = await read(path);
    // Most files name neither a module nor a variable; those are not parsed.
    if (!/next-auth|@auth\\?\/|@hono\/auth-js|NEXTAUTH_|latchkey/.test(text)) continue;
    add(path, rewriteSource({ path, text }, from));
  }
  return moved;
}

function* describe(
  files: readonly Moved[],
  { from, until, writes }: { from: From; until: string; writes: boolean },
): Generator<string> {
  const changed = files.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) yield "There is nothing to rewrite.";
  for (const { path, changes } of changed) {
    yield `${writes ? "Rewrote" : "Would rewrite"} ${path}`;
    for (const change of new Set(changes)) yield `  ${change}`;
  }
  const notes = files.flatMap(({ path, notes: told }) => told.map((note) => ({ path, ...note })));
  if (notes.length > 0) yield "\nThese need a person";
  for (const { path, line, text } of notes) yield `  ${path}:${line}  ${text}`;
  if (changed.length === 0) return;
  yield "\nWhat is left to do";
  yield "  1. npm install";
  const day = from === "v4" ? ` Set AUTH_MOVED_UNTIL=${until} there.` : "";
  yield `  2. Give variables their new names where the application runs, too.${day}`;
  yield `  3. Read docs/moving-from-authjs${from === "v4" ? "-v4" : ""}.md: what is different, and the order of deploys.`;
}
