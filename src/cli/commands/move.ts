import { readFile, writeFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { UsageError, type Call, type Command } from "../command.js";
import type { From } from "../move/names.js";
import { readComponent, readSettings, rewriteEnvironment, rewriteManifest } from "../move/plain.js";
import { describe, type Moved } from "../move/report.js";
import {
  rewriteSource,
  suppressionNote,
  type MoveOptions,
  type Rewritten,
} from "../move/source.js";
import { removeSuppressions } from "../move/suppressions.js";
import {
  folderOf,
  readPackages,
  releaseFor,
  staysAsItIs,
  type Package,
} from "../move/workspace.js";
import { version } from "../version.js";

/** The default lifetime of a session. */
const daysRead = 30;

/** `latchkey move`: rewrites an application of Auth.js. */
export const move: Command = {
  usage: `Usage: latchkey move [options]

Rewrites an application of Auth.js: imports, extended types and package.json. For next-auth 4 it also adds
\`migration\` to your options, so that users stay signed in and you can go back. Prints what it changed, and what
you have to look at, with file and line. Running it again changes nothing more.

Options
  --from <version>   v4 or v5 (default: as each package.json says; in a workspace of both, for the packages that don't)
  --dry-run          print, and write nothing
  --json             print JSON`,
  options: {
    from: { type: "string" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(call) {
    const { folder } = call;
    const all = await findFiles(folder);
    const packages = await readPackages(folder, all.manifests);
    const found = { ...all, sources: all.sources.filter((path) => !staysAsItIs(packages, path)) };
    const refusal = refusalOf(packages);
    if (refusal !== undefined) {
      call.printError(refusal);
      return 1;
    }
    const named = releaseNamed(call);
    const unclear = named ? [] : await unclearFolders(folder, found, packages);
    const answered = unclear.length > 0 ? await askRelease(unclear, call) : named;
    if (unclear.length > 0 && !answered) return 1;
    const until = new Date(Date.now() + daysRead * 86_400_000).toISOString().slice(0, 10);
    const isMixed = new Set(packages.flatMap(({ from }) => from ?? [])).size > 1;
    const releaseOf = (path: string) =>
      (isMixed ? undefined : named) ?? releaseFor(packages, path) ?? named ?? answered;
    const files = await rewriteAll(folder, found, { releaseOf, until });
    const writes = !call.flag("dry-run");
    for (const { path, text, changes } of files) {
      if (writes && changes.length > 0) await writeFile(join(folder, path), text);
    }
    const moved = writes ? await checkTypes(folder, files, { ...found, packages }) : files;
    const releases = new Set(moved.map(({ from }) => from));
    const result = {
      from: releases.size === 1 ? [...releases][0] : "mixed",
      files: moved.map(({ path, from, changes, notes }) => ({ path, from, changes, notes })),
    };
    call.show(result, describe(moved, { until, writes }));
    return 0;
  },
};

/** Lets the compiler of the application say which of its suppressions aren't needed any more, and removes them. */
async function checkTypes(
  folder: string,
  files: readonly Moved[],
  { sources, packages }: Found & { packages: readonly Package[] },
): Promise<readonly Moved[]> {
  const suppressed = new Set<string>();
  const changed = files.filter(({ changes }) => changes.length > 0);
  for (const path of changed.length > 0 ? sources : []) {
    const text = await readFile(join(folder, path), "utf8");
    if (text.includes("@ts-expect-error")) suppressed.add(folderOf(packages, path));
  }
  const cleaned = await removeSuppressions(folder, [...suppressed]);
  if (cleaned === undefined || suppressed.size === 0) return files;
  for (const { path, text } of cleaned) await writeFile(join(folder, path), text);
  const [{ from } = { from: "v5" as const }] = changed;
  const moved = files.map((file) => {
    const mine = cleaned.filter(({ path }) => path === file.path);
    const notes = file.notes.filter(({ text }) => text !== suppressionNote);
    return {
      ...file,
      changes: [...file.changes, ...mine.flatMap(({ changes }) => changes)],
      notes: [...notes, ...mine.flatMap((one) => one.notes)],
    };
  });
  const known = new Set(files.map(({ path }) => path));
  const more = cleaned.filter(({ path }) => !known.has(path)).map((one) => ({ ...one, from }));
  return [...moved, ...more];
}

const oldestNext = 14;

/** Applications that wouldn't run afterwards are left as they are. */
function refusalOf(packages: readonly Package[]): string | undefined {
  for (const { ranges } of packages.filter(({ from }) => from !== undefined)) {
    const next = ranges.get("next") ?? "";
    const majors = next.split("||").flatMap((range) => /\d+/.exec(range)?.[0] ?? []);
    const newest = Math.max(...majors.map(Number));
    if (majors.length === 0 || newest >= oldestNext) continue;
    return `Next.js ${newest} is not supported: latchkey needs Next.js ${oldestNext} or newer. Upgrade Next.js first, then run this again.`;
  }
  return undefined;
}

function releaseNamed(call: Call): From | undefined {
  const named = call.text("from");
  if (named === undefined || named === "v4" || named === "v5") return named;
  throw new UsageError(`--from is v4 or v5, not ${JSON.stringify(named)}.`);
}

/** Packages whose code imports next-auth, without stating which version. */
async function unclearFolders(
  folder: string,
  { sources }: Found,
  packages: readonly Package[],
): Promise<string[]> {
  const unclear = new Set<string>();
  for (const path of sources) {
    if (releaseFor(packages, path) !== undefined) continue;
    const text = await readFile(join(folder, path), "utf8");
    if (importsNextAuth({ path, text })) unclear.add(folderOf(packages, path));
  }
  return [...unclear];
}

function importsNextAuth(file: { path: string; text: string }): boolean {
  if (!file.text.includes("next-auth")) return false;
  const { changes } = rewriteSource(file, { from: "v4", until: "" });
  return changes.some((change) => change.startsWith("next-auth"));
}

async function askRelease(unclear: readonly string[], call: Call): Promise<From | undefined> {
  const where = unclear.map((folder) => (folder === "." ? "this app" : folder)).join(", ");
  const answer = call.isInteractive
    ? await call.ask(`Which release of next-auth does ${where} use, v4 or v5? `)
    : "";
  if (answer === "v4" || answer === "v5") return answer;
  call.printError(
    `Nothing was changed: package.json doesn't show which release of next-auth ${where} uses. Install your packages first, or pass --from v4 or --from v5.`,
  );
  return undefined;
}

// Most files name neither a module nor a variable nor a cookie; those aren't parsed.
const namesAuthjs = /next-auth|authjs\.|@auth\\?\/|@hono\/auth-js|NEXTAUTH_|latchkey/;

type File = Parameters<typeof rewriteSource>[0];

/** How each kind of file is rewritten, in the order in which they are reported. */
const rewriters: Readonly<Record<keyof Found, (file: File, options: MoveOptions) => Rewritten>> = {
  manifests: ({ text }) => rewriteManifest(text, `^${version()}`),
  environments: ({ text }, options) => rewriteEnvironment(text, options),
  components: ({ text }, { from }) => readComponent(text, from),
  settings: ({ text }, { from }) => readSettings(text, from),
  sources: (file, options) =>
    namesAuthjs.test(file.text)
      ? rewriteSource(file, options)
      : { text: file.text, changes: [], notes: [] },
};

/** `releaseOf` returns undefined for a file if nothing of the library is used. */
async function rewriteAll(
  folder: string,
  found: Found,
  { releaseOf, until }: { releaseOf: (path: string) => From | undefined; until: string },
): Promise<Moved[]> {
  // A file beside the packages, such as a workspace's .env, counts as the older release if any
  // package does.
  const shared = Object.values(found).flat().map(releaseOf).includes("v4") ? "v4" : "v5";
  const moved: Moved[] = [];
  for (const kind of ["manifests", "environments", "components", "settings", "sources"] as const) {
    for (const path of found[kind]) {
      const text = await readFile(join(folder, path), "utf8");
      // When the command runs again, package.json no longer shows the version.
      const from = releaseOf(path) ?? (/["']latchkey\/v4/.test(text) ? "v4" : shared);
      moved.push({ path, from, ...rewriters[kind]({ path, text }, { from, until }) });
    }
  }
  return moved.filter(
    ({ changes, notes, variables = [], options = [] }) =>
      changes.length + notes.length + variables.length + options.length > 0,
  );
}

const skipped = new Set(["node_modules", "dist", "build", "out", "coverage"]);
/** Hidden folders that may mention a cookie or a variable. */
const searched = new Set([".github", ".circleci", ".devcontainer", ".docker"]);

/** The files of an application, as paths below its folder. */
async function findFiles(folder: string) {
  const all = (await walk(folder))
    .map((path) => relative(folder, path).replaceAll("\\", "/"))
    .sort();
  const named = (pattern: RegExp) => all.filter((path) => pattern.test(path));
  return {
    manifests: named(/(?:^|\/)package\.json$/),
    sources: named(/\.(?:[cm]?[jt]s|[jt]sx)$/),
    environments: named(/(?:^|\/)\.env(?:\.[\w.-]+)?$/),
    /** Files with code that the parser doesn't support. */
    components: named(/\.(?:svelte|vue|astro)$/),
    /** Of containers, proxies, build tools, CI and other languages: they may name variables and cookies. */
    settings: named(
      /(?:^|\/)(?:Dockerfile[\w.-]*|Caddyfile|_headers|_redirects|[^/]+\.(?:cfg|conf|cs|go|hcl|html|http|java|jsonc?|kt|lua|php|py|rb|rs|sh|template|tf|toml|vcl|ya?ml))$/,
    ),
  };
}

type Found = Awaited<ReturnType<typeof findFiles>>;

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    const isHidden = entry.name.startsWith(".") && !searched.has(entry.name);
    return entry.isDirectory() && !isHidden && !skipped.has(entry.name) ? walk(path) : [];
  });
  return (await Promise.all(found)).flat();
}
