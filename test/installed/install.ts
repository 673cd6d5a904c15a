import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { manifestField, pack, subpaths } from "../package/packed.js";
import type { Ran } from "../support/command-line.js";

const execute = promisify(execFile);

/** An empty folder outside of the repository, in which the packed tarball was installed by npm. */
export interface Installed {
  readonly folder: string;
  /** Every subpath of the package, such as `./adapters/sql`, with the file it leads to. */
  readonly doors: ReadonlyMap<string, string>;
  /** What npm warned of, except for its own configuration on this machine. */
  readonly warnings: readonly string[];
  /** Writes files into a new folder below, from which the package can be imported. */
  place(files: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * Packs the library and installs the tarball, with the packages that are named and nothing else: no node_modules of
 * a parent folder can help.
 */
export async function install(...packages: readonly string[]): Promise<Installed> {
  const tarball = await pack();
  const folder = await mkdtemp(join(tmpdir(), "latchkey-installed-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  // No package that tests name has to run a script; what is in npm's cache is not asked for again.
  const flags = ["--no-audit", "--no-fund", "--prefer-offline"];
  if (packages.length > 0) flags.push("--ignore-scripts");
  const args = ["install", ...flags, "--loglevel=warn", tarball, ...packages];
  const { stderr } = await execute("npm", args, { cwd: folder });
  const files = await readdir(join(folder, "node_modules/latchkey"), { recursive: true });
  return {
    folder,
    doors: await subpaths(files),
    warnings: stderr.split("\n").filter((line) => /^npm warn (?!Unknown .*config)/i.test(line)),
    async place(contents) {
      const app = await mkdtemp(join(folder, "app-"));
      for (const [name, text] of Object.entries(contents)) {
        await mkdir(dirname(join(app, name)), { recursive: true });
        await writeFile(join(app, name), text);
      }
      return app;
    },
  };
}

/** `NAME@VERSION` of packages, at the versions that the repository itself is tested with. */
export async function pinned(...names: readonly string[]): Promise<string[]> {
  const versions = await manifestField("devDependencies");
  return names.map((name) => `${name}@${String(versions[name])}`);
}

/** What `npm install typescript` gives today: the repository's own `typescript` is an older major, for tools. */
export const newestTypeScript = "typescript@7.0.2";

/** Runs a program and returns how it ended. It finds none of the variables that a test runner sets. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ran> {
  const { PATH = "", HOME = "" } = process.env;
  return execute(program, args, { cwd, env: { PATH, HOME, ...env }, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ status: 0, out: stdout, errors: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      out: error.stdout,
      errors: error.stderr,
    }),
  );
}

/** Runs the installed command `latchkey` in a folder of the project. */
export function latchkey(
  { folder }: Installed,
  args: readonly string[],
  { cwd = folder, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  return run(join(folder, "node_modules/.bin/latchkey"), args, { cwd, env });
}

/** The specifier that an application imports a door by. */
export const specifier = (door: string): string => `latchkey${door.slice(1)}`;

/**
 * Compiles a strict project that imports these doors, declarations of packages included, and returns the errors in
 * it and in the library's declarations. What other packages' declarations get wrong is not our business.
 */
export async function typeErrors(
  { folder, place }: Installed,
  doors: readonly string[],
  { types = [], code = "" }: { types?: readonly string[]; code?: string } = {},
): Promise<string[]> {
  const imports = doors.map(
    (door, index) =>
      `import * as door${index} from "${specifier(door)}";\nexport { door${index} };\n`,
  );
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    jsx: "react-jsx",
    types,
    // As `tsc --init` has it.
    declaration: true,
    noEmit: true,
  };
  const app = await place({
    "doors.ts": imports.join("") + code,
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["doors.ts"] }),
  });
  const { out } = await run(join(folder, "node_modules/.bin/tsc"), ["-p", app], { cwd: folder });
  return out.split("\n").filter((line) => /^(?:node_modules\/latchkey\/|app-[^/]+\/)/.test(line));
}
