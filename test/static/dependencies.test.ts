import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRecord } from "../../src/core/values/json.js";
import { root } from "./sources.js";

const shipped = ["@noble/hashes", "jose", "lean-qr", "oauth4webapi"];

function manifestOf(folder: string): Record<string, unknown> {
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return isRecord(manifest) ? manifest : {};
}

const namesIn = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

/** What npm runs by itself in the project of whoever installs a package. */
const runsAtInstall = (name: string) => /^(?:pre|post)?install$/.test(name);

/** What the lock file says of every package that is fetched. */
function locked(): [path: string, entry: Readonly<Record<string, unknown>>][] {
  const lock: unknown = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const packages = isRecord(lock) ? lock["packages"] : undefined;
  return Object.entries(isRecord(packages) ? packages : {}).flatMap(([path, entry]) =>
    path.startsWith("node_modules/") && isRecord(entry) && entry["link"] !== true
      ? [[path, entry]]
      : [],
  );
}

const notShipped = ["dev", "devOptional", "optional", "peer"];

describe("what ships", () => {
  it(`needs ${shipped.join(", ")} and nothing else`, () => {
    const manifest = manifestOf(".");
    expect(namesIn(manifest["dependencies"]).sort()).toEqual(shipped);
    expect(namesIn(manifest["optionalDependencies"])).toEqual([]);
    expect(manifest["bundleDependencies"] ?? manifest["bundledDependencies"]).toBeUndefined();
  });

  it("has only peers that are optional", () => {
    const manifest = manifestOf(".");
    const meta = manifest["peerDependenciesMeta"];
    const optional = Object.entries(isRecord(meta) ? meta : {})
      .filter(([, about]) => isRecord(about) && about["optional"] === true)
      .map(([name]) => name);
    expect(optional.sort()).toEqual(namesIn(manifest["peerDependencies"]).sort());
  });

  it("runs nothing when it is installed from a registry", () => {
    expect(namesIn(manifestOf(".")["scripts"]).filter(runsAtInstall)).toEqual([]);
  });

  it.each(shipped)("%s has no dependencies, no peers and no install scripts", (name) => {
    const manifest = manifestOf(join("node_modules", name));
    expect(namesIn(manifest["dependencies"])).toEqual([]);
    expect(namesIn(manifest["optionalDependencies"])).toEqual([]);
    expect(namesIn(manifest["peerDependencies"])).toEqual([]);
    expect(namesIn(manifest["scripts"]).filter(runsAtInstall)).toEqual([]);
  });

  it("is locked by hash, wherever it is fetched from", () => {
    const packages = locked();
    const where = (test: (entry: Readonly<Record<string, unknown>>) => boolean) =>
      packages.filter(([, entry]) => test(entry)).map(([path]) => path);
    expect(where((entry) => !String(entry["integrity"]).startsWith("sha512-"))).toEqual([]);
    expect(where((entry) => "resolved" in entry)).toEqual([]);
    const production = where((entry) => !notShipped.some((flag) => entry[flag] === true));
    expect(production).toEqual(shipped.map((name) => `node_modules/${name}`));
  });
});

describe("Node.js 20", () => {
  const needsNewer = (name: string): boolean => {
    const { engines } = manifestOf(join("node_modules", name));
    const range = isRecord(engines) ? String(engines["node"]) : "";
    return /^>=\s*2[1-9]/.test(range);
  };

  it("does for the library and the demo, and .npmrc names what else asks for a newer one", () => {
    const { dependencies, devDependencies } = manifestOf(".");
    const own = [...namesIn(dependencies), ...namesIn(devDependencies)];
    expect(own.filter(needsNewer)).toEqual([]);
    const tools = namesIn(manifestOf("tools")["devDependencies"]).filter(needsNewer);
    expect(tools.sort()).toEqual([
      ...["@react-router/dev", "@react-router/node", "@tanstack/react-start", "astro"],
      "react-router",
    ]);
    const settings = readFileSync(join(root, ".npmrc"), "utf8");
    for (const name of ["Astro", "React Router 8", "TanStack Start"]) {
      expect(settings).toContain(name);
    }
  });
});
