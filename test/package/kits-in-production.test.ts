import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as esbuild, type BuildOptions } from "esbuild";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { node, root } from "./packed.js";

const app = await mkdtemp(join(tmpdir(), "latchkey-production-"));
const kits = ["testing", "dev"] as const;
const named = {
  testing: 'import { signInAs } from "latchkey/testing";\nconsole.log(signInAs);\n',
  dev: 'import { devIdentity } from "latchkey/dev";\nconsole.log(devIdentity);\n',
};
const built = (name: string) => join(app, "out", name);

beforeAll(async () => {
  await mkdir(join(app, "node_modules"));
  await symlink(root, join(app, "node_modules/latchkey"));
  await writeFile(join(app, "package.json"), '{ "type": "module" }');
  for (const kit of kits) {
    const code = `import * as kit from "latchkey/${kit}";\nconsole.log(Object.keys(kit).length > 0);\n`;
    await writeFile(join(app, `${kit}.js`), code);
    await writeFile(join(app, `${kit}-named.js`), named[kit]);
  }
});
afterAll(() => rm(app, { recursive: true }));

const bundle = (entry: string, name: string, options: BuildOptions = {}) =>
  esbuild({
    entryPoints: [join(app, `${entry}.js`)],
    outfile: built(`${name}.mjs`),
    absWorkingDir: app,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    ...options,
  });

/** What is built looks at the environment. */
async function within<T>(mode: string, work: () => Promise<T>): Promise<T> {
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = mode;
  try {
    return await work();
  } finally {
    process.env["NODE_ENV"] = before;
  }
}

/** What a program prints, or why it ended. */
function run(file: string, mode: string, flags: readonly string[] = []): Promise<string> {
  return within(mode, async () => {
    try {
      return (await node([...flags, file], app)).trim();
    } catch (problem) {
      return String(Reflect.get(Object(problem), "stderr"));
    }
  });
}

describe.each(kits)("latchkey/%s", { timeout: 120_000 }, (kit) => {
  const name = `latchkey/${kit}`;

  it("gets into no build of esbuild that is for production", async () => {
    const conditions = ["production"];
    await expect(bundle(`${kit}-named`, `${kit}-never`, { conditions })).rejects.toThrow(
      /No matching export in .*not-in-production/,
    );
  });

  it("gets into no build of Vite that is for production", async () => {
    const building = (mode: string) =>
      within(mode, () =>
        vite({
          root: app,
          mode,
          logLevel: "silent",
          ssr: { noExternal: true },
          build: { ssr: `${kit}-named.js`, outDir: built(`vite-${kit}-${mode}`) },
        }),
      );
    await expect(building("production")).rejects.toThrow(/not-in-production/);
    await expect(building("development")).resolves.toBeDefined();
  });

  it("ends a program in production, where the bundler was not told what it builds for", async () => {
    await bundle(kit, kit);
    expect(await run(built(`${kit}.mjs`), "development")).toBe("true");
    expect(await run(built(`${kit}.mjs`), "production")).toContain(
      `${name} was imported in production`,
    );
  });

  it("is not found by Node.js itself in production", async () => {
    const file = join(app, `${kit}.js`);
    expect(await run(file, "development")).toBe("true");
    expect(await run(file, "production")).toContain(`${name} was imported in production`);
    expect(await run(file, "development", ["-C", "production"])).toContain(
      "latchkey/testing and latchkey/dev are not for production",
    );
  });
});
