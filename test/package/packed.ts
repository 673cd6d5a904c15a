import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
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
  const project = await mkdtemp(join(tmpdir(), "latchkey-package-"));
  afterAll(() => rm(project, { recursive: true, force: true }));
  await node([join(root, "scripts/build.mjs")], root);
  await execute("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", project], {
    cwd: root,
  });
  const name = (await readdir(project)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack made no tarball.");
  const folder = join(project, "node_modules/latchkey");
  await mkdir(folder, { recursive: true });
  await execute("tar", ["-xzf", join(project, name), "-C", folder, "--strip-components=1"]);
  for (const dependency of await runtimeDependencies()) await link(project, dependency);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return { tarball: join(project, name), folder, project, files };
}

/** Makes one of our own dependencies importable from the project. */
export async function link(project: string, dependency: string): Promise<void> {
  const place = join(project, "node_modules", dependency);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(root, "node_modules", dependency), place);
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
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const field = isRecord(manifest) ? manifest[name] : undefined;
  return isRecord(field) ? field : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
