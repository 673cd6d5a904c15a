import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord, parseObject } from "../../core/values/json.js";
import { replaced, type From } from "./names.js";

/** One package.json, and the Auth.js release that its code was written for. */
export interface Package {
  /** Below the folder of the application; "" for that folder itself. */
  readonly folder: string;
  readonly name: string | undefined;
  readonly ranges: ReadonlyMap<string, string>;
  /**
   * "unclear": it depends on next-auth in an unknown version. Undefined: it doesn't depend on it.
   */
  readonly from: From | "unclear" | undefined;
}

/** Whether a file's package needs next-auth itself: @sidebase/nuxt-auth calls it. */
export function staysAsItIs(packages: readonly Package[], path: string): boolean {
  return packageOf(packages, path)?.ranges.has("@sidebase/nuxt-auth") ?? false;
}

/** Reads each package.json below a folder. */
export async function readPackages(
  folder: string,
  manifests: readonly string[],
): Promise<Package[]> {
  const catalogs = await readCatalogs(folder);
  return Promise.all(
    manifests.map(async (path) => {
      const manifest = parseObject(await readFile(join(folder, path), "utf8")) ?? {};
      const { name, peerDependencies, devDependencies, dependencies } = manifest;
      const groups = [peerDependencies, devDependencies, dependencies].filter(isRecord);
      const ranges = new Map(
        groups
          .flatMap((group) => Object.entries(group))
          .map(([one, range]) => [one, resolveRange(String(range), one, catalogs)]),
      );
      const own = dirname(path) === "." ? "" : dirname(path);
      const range = ranges.get("next-auth");
      const others = replaced.some((one) => ranges.has(one)) ? "v5" : undefined;
      const from =
        range === undefined
          ? others
          : (releaseOfRange(range) ?? (await installed(join(folder, own))));
      return { folder: own, name: typeof name === "string" ? name : undefined, ranges, from };
    }),
  );
}

const highest = 4;

/** The workspace's root may be above the folder where the command runs. */
async function readCatalogs(folder: string): Promise<Catalogs> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (let at = folder, level = 0; level < highest; at = dirname(at), level += 1) {
    const yaml = await readFile(join(at, "pnpm-workspace.yaml"), "utf8").catch(() => "");
    const text = await readFile(join(at, "package.json"), "utf8").catch(() => "{}");
    const all = [...catalogsOfPnpm(yaml), ...catalogsOfManifest(parseObject(text) ?? {})];
    for (const [name, ranges] of all) if (!found.has(name)) found.set(name, ranges);
  }
  return found;
}

/** The release that a version range, or a registry tag, stands for. */
function releaseOfRange(range: string): From | undefined {
  if (range === "latest") return "v4";
  if (["beta", "canary", "next", "experimental"].includes(range)) return "v5";
  if (/^(?:workspace|catalog|file|link|git|https?)[+:]/.test(range)) return undefined;
  const version = range.replace(/^npm:(?:@?[^@]+)@/, "");
  const majors = version.split("||").map((part) => /\d+/.exec(part)?.[0]);
  const newest = Math.max(...majors.map((major) => Number(major ?? Number.NaN)));
  if (Number.isNaN(newest)) return undefined;
  return newest === 3 || newest === 4 ? "v4" : newest === 5 ? "v5" : undefined;
}

/** The installed version, if the range doesn't decide. */
async function installed(folder: string): Promise<From | "unclear"> {
  for (let at = folder, level = 0; level < highest; at = dirname(at), level += 1) {
    const path = join(at, "node_modules/next-auth/package.json");
    const version = parseObject(await readFile(path, "utf8").catch(() => "{}"))?.["version"];
    if (typeof version === "string") return releaseOfRange(version) ?? "unclear";
  }
  return "unclear";
}

/** The package that a file belongs to. */
function packageOf(packages: readonly Package[], path: string): Package | undefined {
  return packages
    .filter(({ folder }) => folder === "" || path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/**
 * The release that a file was written for: from its package, otherwise from workspace packages it
 * depends on, otherwise from folders above, otherwise the only one there is. Undefined if unknown.
 */
export function releaseFor(packages: readonly Package[], path: string): From | undefined {
  const own = packageOf(packages, path);
  if (own?.from !== undefined) return own.from === "unclear" ? undefined : own.from;
  const linked = packages.filter(({ name }) => name !== undefined && own?.ranges.has(name));
  const above = packages.filter(
    ({ folder }) =>
      own && own.folder !== folder && (folder === "" || own.folder.startsWith(`${folder}/`)),
  );
  for (const some of [linked, above, packages]) {
    const releases = new Set(some.flatMap(({ from }) => from ?? []));
    const [only] = releases;
    if (releases.size === 1 && only !== "unclear") return only;
  }
  return undefined;
}

export function folderOf(packages: readonly Package[], path: string): string {
  return packageOf(packages, path)?.folder || ".";
}

/** Ranges shared by a workspace's packages, by `catalog:NAME`; the unnamed catalog is "default". */
type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Parses the catalogs in pnpm-workspace.yaml, which use little of YAML. */
function catalogsOfPnpm(text: string): Catalogs {
  const found = new Map<string, Map<string, string>>();
  let path: { indent: number; key: string }[] = [];
  for (const line of text.split("\n")) {
    const [, space = "", key = "", after = ""] =
      /^( *)["']?([^\s"'#:][^"':]*)["']?:(.*)$/.exec(line) ?? [];
    if (key === "") continue;
    const value = after.trim();
    path = path.filter(({ indent }) => indent < space.length);
    const [top, named] = path;
    const isRange = value !== "" && !value.startsWith("#");
    if (top?.key === "catalog" && path.length === 1 && isRange) add(found, "default", key, value);
    if (top?.key === "catalogs" && named && path.length === 2 && isRange) {
      add(found, named.key, key, value);
    }
    path.push({ indent: space.length, key });
  }
  return found;
}

/** The catalogs in package.json, where Bun keeps them. */
function catalogsOfManifest(manifest: Readonly<Record<string, unknown>>): Catalogs {
  const found = new Map<string, Map<string, string>>();
  const addAll = (name: string, ranges: unknown) => {
    if (!isRecord(ranges)) return;
    for (const [key, range] of Object.entries(ranges)) add(found, name, key, String(range));
  };
  for (const place of [manifest, manifest["workspaces"]]) {
    if (!isRecord(place)) continue;
    addAll("default", place["catalog"]);
    if (!isRecord(place["catalogs"])) continue;
    for (const [name, ranges] of Object.entries(place["catalogs"])) addAll(name, ranges);
  }
  return found;
}

function add(
  found: Map<string, Map<string, string>>,
  ...[catalog, name, range]: readonly [string, string, string]
): void {
  const ranges = found.get(catalog) ?? new Map<string, string>();
  const comment = range.search(/\s#/);
  const bare = comment === -1 ? range : range.slice(0, comment);
  ranges.set(name.trim(), bare.replaceAll(/["']/g, "").trim());
  found.set(catalog, ranges);
}

/** The range that `catalog:` or `catalog:NAME` stands for; any other is itself. */
function resolveRange(range: string, name: string, catalogs: Catalogs): string {
  const [, catalog] = /^catalog:(.*)$/.exec(range) ?? [];
  if (catalog === undefined) return range;
  return catalogs.get(catalog || "default")?.get(name) ?? range;
}
