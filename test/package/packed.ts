import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const execute = promisify(execFile);

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Packed {
  tarball: string;
  /** The unpacked package, installed in a project of its own. */
  folder: string;
  /** That project: only the package and its declared dependencies can be imported. */
  project: string;
  /** Every file of the package, relative to its folder. */
  files: string[];
}

/** Builds, packs, and unpacks the package into an empty project, without the network. */
export async function packAndInstall(): Promise<Packed> {
  const tarball = await pack();
  const project = await mkdtemp(join(tmpdir(), "latchkey-package-"));
  afterAll(() => rm(project, { recursive: true, force: true }));
  const folder = join(project, "node_modules/latchkey");
  await mkdir(folder, { recursive: true });
  await execute("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
  for (const dependency of await runtimeDependencies()) await link(project, dependency);
  return { tarball, folder, project, files: await filesIn(folder) };
}

/**
 * Builds and packs the package, and returns where the tarball is. What hasn't changed since the last time isn't
 * packed again.
 */
export async function pack(): Promise<string> {
  await node([join(root, "scripts/build.mjs")], root);
  const folder = join(root, ".cache/packed", await contentHash());
  const packed = async () =>
    (await readdir(folder).catch(() => [])).find((name) => /tgz$/.test(name));
  const known = await packed();
  if (known !== undefined) return join(folder, known);
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const flags = ["--ignore-scripts", "--silent", "--pack-destination", draft];
  await execute("npm", ["pack", ...flags], { cwd: root });
  // Another process may have packed the same meanwhile.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  const name = await packed();
  if (name === undefined) throw new Error("npm pack made no tarball.");
  return join(folder, name);
}

/** A hash of everything that package.json lets into the tarball. */
async function contentHash(): Promise<string> {
  const listed = Object.values(await manifestField("files")).map(String);
  const names = ["package.json", ...listed.filter((name) => !name.startsWith("!"))];
  const hash = createHash("sha256");
  for (const name of names) {
    const path = join(root, name);
    const inside = (await stat(path)).isDirectory() ? await filesIn(path) : [""];
    for (const file of inside.filter((one) => !one.endsWith(".tsbuildinfo"))) {
      hash.update(`${name}/${file}\0`).update(await readFile(join(path, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** Every file below a folder, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Makes one of our own dependencies, or one of a folder of ours, importable from the project. */
export async function link(project: string, dependency: string, from = root): Promise<void> {
  const place = join(project, "node_modules", dependency);
  await mkdir(dirname(place), { recursive: true });
  await symlink(await realpath(join(from, "node_modules", dependency)), place);
}

/** Runs plain Node and answers what it printed. */
export async function node(args: string[], cwd: string): Promise<string> {
  const { stdout } = await execute(process.execPath, args, { cwd, maxBuffer: 1e8 });
  return stdout;
}

/** The subpaths of package.json that hold code, patterns replaced by what they match. */
export async function subpaths(files: readonly string[]): Promise<Map<string, string>> {
  const exported = await manifestField("exports");
  const found = new Map<string, string>();
  for (const [subpath, target] of Object.entries(exported)) {
    const file: unknown = isRecord(target) ? target["default"] : undefined;
    if (typeof file !== "string") continue;
    for (const [key, value] of expand(subpath, file.slice(2), files)) found.set(key, value);
  }
  return found;
}

function expand(subpath: string, file: string, files: readonly string[]): [string, string][] {
  if (!file.includes("*")) return [[subpath, file]];
  const [before = "", after = ""] = file.split("*");
  return files
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .map((name) => name.slice(before.length, -after.length))
    .filter((part) => part !== "index" && !part.includes("/"))
    .map((part) => [subpath.replace("*", part), file.replace("*", part)]);
}

/** The packages that an application may bring along. */
export async function peers(): Promise<string[]> {
  return Object.keys(await manifestField("peerDependencies"));
}

async function runtimeDependencies(): Promise<string[]> {
  return Object.keys(await manifestField("dependencies"));
}

export async function manifestField(name: string): Promise<Record<string, unknown>> {
  const field = (await manifestIn(root))[name];
  return isRecord(field) ? field : {};
}

export async function manifestIn(folder: string): Promise<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  return isRecord(manifest) ? manifest : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
