import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { packAndInstall, peers, subpaths } from "./packed.js";

const packed = await packAndInstall();
const doors = await subpaths(packed.files);
const optional = (await peers()).flatMap((peer) => [peer, `${peer}/*`]);

/** Glue and drivers for servers; everything else must run where only the web platform is. */
const serverOnly = /^\.\/(express|fastify|koa|next|adapters\/(sql|redis|suite))$/;

describe("the core's built code", () => {
  it("imports nothing but its own files and its dependencies, and a bundler has nothing to say", async () => {
    const portable = [...doors].filter(([door]) => !serverOnly.test(door));
    const bundle = await build({
      entryPoints: portable.map(([, file]) => join(packed.folder, file)),
      outdir: join(packed.project, "bundle"),
      absWorkingDir: packed.project,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      external: ["node:*", ...optional],
      logLevel: "silent",
    });
    const nodeImports = Object.entries(bundle.metafile.inputs).flatMap(([file, input]) =>
      input.imports.filter((it) => it.path.startsWith("node:")).map((it) => `${file}: ${it.path}`),
    );
    expect(nodeImports).toEqual([]);
    // Whoever bundles it would have to read them.
    expect(bundle.warnings.map(({ text }) => text)).toEqual([]);
  }, 60_000);
});

describe("a framework's subpath", () => {
  const frameworks = [...doors].filter(([, file]) => file.startsWith("dist/frameworks/"));

  /** The packages a subpath imports besides the library's own dependencies, at once or at need. */
  const packagesOf = async (file: string): Promise<string[]> => {
    const { metafile } = await build({
      entryPoints: [join(packed.folder, file)],
      absWorkingDir: packed.project,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "neutral",
      external: ["node:*", ...optional],
      logLevel: "silent",
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    const paths = imports.filter(({ external }) => external).map(({ path }) => path);
    return [...new Set(paths.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path))];
  };

  it("loads no framework but its own", async () => {
    const shared = new Set(await packagesOf("dist/doors/index.js"));
    for (const [door, file] of frameworks) {
      const own = (await packagesOf(file)).filter((name) => !shared.has(name));
      expect([door, own.filter((name) => !isOwn(door, name))]).toEqual([door, []]);
    }
  }, 60_000);
});

/** Frameworks that are made of others. */
const madeOf = [
  { door: /^\.\/(?:next|v4)/, names: ["next", "react"] },
  { door: /\/nuxt\b/, names: ["nuxt", "vue"] },
];

/** Whether a package is the framework of a subpath, or what that is made of. */
function isOwn(door: string, name: string): boolean {
  // A framework of many packages has a scope of its own.
  const letters = (text: string) => text.replace(/(?<=\w)\/.*|js|[^a-z]/g, "");
  const parts = madeOf.filter((whole) => whole.door.test(door)).flatMap(({ names }) => names);
  return letters(name) === letters(door) || parts.includes(name);
}
