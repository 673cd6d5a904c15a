// Applications of many shapes, written for Auth.js after patterns that are common in public code, and the packed
// library that is put into a copy of each.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { pack } from "../../test/package/packed.ts";

const execute = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(root, "node_modules/typescript7/bin/tsc");

/** Packages of the repository itself that some of the applications have. */
const shared = ["@sveltejs/kit", "express", "jose", "oauth4webapi", "zod"];
const types = ["node", "react", "react-dom", "express"];

const folder = await mkdtemp(join(tmpdir(), "latchkey-apps-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The tarball, unpacked once. */
export const unpacked = pack().then(async (tarball) => {
  await execute("tar", ["-xzf", tarball, "-C", folder]);
  return join(folder, "package");
});

const manifestOf = async (path) => JSON.parse(await readFile(join(path, "package.json"), "utf8"));

/** Which release of next-auth the packages of an application ask for. */
async function releaseOf(app) {
  const paths = await readdir(app, { recursive: true });
  const all = await Promise.all(
    paths
      .filter((path) => path.endsWith("package.json"))
      .map((path) => manifestOf(join(app, dirname(path)))),
  );
  const ranges = all.flatMap(({ dependencies = {} }) => dependencies["next-auth"] ?? []);
  return ranges.some((range) => !range.startsWith("5")) ? "next-auth4" : "next-auth";
}

async function link(app, name, target) {
  await mkdir(dirname(join(app, "node_modules", name)), { recursive: true });
  await symlink(target, join(app, "node_modules", name), "dir");
}

/** A copy of an application outside of the repository, with the packages that it was written for. */
export async function placeApp(name) {
  const app = join(folder, `${name}-${Math.random().toString(36).slice(2)}`);
  await cp(join(here, "apps", name), app, { recursive: true });
  const packages = join(here, "node_modules");
  const published = await releaseOf(app);
  for (const one of ["next", "react", "react-dom", "drizzle-orm"]) {
    await link(app, one, join(packages, one));
  }
  for (const one of await readdir(join(packages, "@auth"))) {
    await link(app, `@auth/${one}`, join(packages, "@auth", one));
  }
  await link(app, "next-auth", join(packages, published));
  // It finds next-auth from where it is, and has to find that of the application.
  await cp(
    join(packages, "@next-auth/prisma-adapter"),
    join(app, "node_modules/@next-auth/prisma-adapter"),
    { recursive: true },
  );
  for (const one of shared) await link(app, one, join(root, "node_modules", one));
  for (const one of types) await link(app, `@types/${one}`, join(root, "node_modules/@types", one));
  await writeFile(join(app, "tsconfig.json"), JSON.stringify(settings));
  return app;
}

/** The settings that create-next-app writes; the older resolution finds `next-auth/providers`, too. */
export const settings = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, esModuleInterop: true },
    ...{ module: "esnext", moduleResolution: "bundler", target: "es2022", jsx: "preserve" },
    ...{ isolatedModules: true, lib: ["dom", "dom.iterable", "esnext"], types: ["node"] },
    // With this resolution the published package doesn't export its list of providers.
    paths: { "next-auth/providers": ["./node_modules/next-auth/providers/index"] },
  },
  include: ["**/*.ts", "**/*.tsx"],
  exclude: ["node_modules", "**/node_modules"],
};

/** What the compiler says; nothing where it is content. */
export async function typeErrors(app) {
  const args = [tsc, "-p", app, "--pretty", "false"];
  return execute(process.execPath, args, { cwd: app, maxBuffer: 1e8 }).then(
    () => "",
    ({ stdout }) => stdout,
  );
}

/** Puts the packed library into a folder; its command is run there, as `npx latchkey` does. */
export async function commandIn(app) {
  const target = join(app, "node_modules/latchkey");
  await cp(await unpacked, target, { recursive: true });
  const { bin } = await manifestOf(target);
  return async (name, args = [], env = {}) => {
    const { stdout } = await execute(
      process.execPath,
      [join(target, bin.latchkey), name, ...args],
      { cwd: app, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } },
    );
    return stdout;
  };
}

export async function moveApp(app, ...args) {
  return (await commandIn(app))("move", args);
}

/** Takes away what the application doesn't name any more. An adapter of next-auth 4 still brings it along. */
export async function uninstall(app, name) {
  await rm(join(app, "node_modules", name), { recursive: true });
}

/** The files of an application, without its packages. */
export async function filesOf(app) {
  const entries = await readdir(app, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !entry.parentPath.includes("node_modules"),
  );
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(app.length + 1), await readFile(path, "utf8")];
  });
  return Object.fromEntries(await Promise.all(pairs));
}

export const requireFrom = (app) => createRequire(join(app, "package.json"));
