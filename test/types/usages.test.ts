import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const usages = fileURLToPath(new URL("usages", import.meta.url));

/**
 * How applications resolve modules: the settings that `create-next-app` wrote, now and earlier. Each with the newest
 * compiler that has it: TypeScript 7 gave up the oldest.
 */
const resolutions = {
  bundler: { compiler: "typescript7", module: "esnext", moduleResolution: "bundler" },
  nodenext: { compiler: "typescript7", module: "nodenext", moduleResolution: "nodenext" },
  node: {
    compiler: "typescript",
    module: "esnext",
    moduleResolution: "node10",
    ignoreDeprecations: "6.0",
  },
};
type Resolution = (typeof resolutions)[keyof typeof resolutions];

/** A project beside which the package is installed, as it is for an application. */
function place(project: string, { compiler: _, ...resolution }: Resolution): string {
  const folder = join(root, ".cache/usages", project);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(usages, project), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/latchkey"), "dir");
  const compilerOptions = {
    ...resolution,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    isolatedModules: true,
    jsx: "react-jsx",
    target: "es2022",
    lib: ["dom", "dom.iterable", "esnext"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  const include = ["*.ts", "*.tsx", join(root, "src/frameworks/next/next-modules.d.ts")];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  return folder;
}

/** What the compiler says; nothing where it is content. */
function saidOf(folder: string, { compiler }: Resolution): string {
  const tsc = join(root, "node_modules", compiler, "bin/tsc");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsc, "-p", folder, "--pretty", "false"],
    { encoding: "utf8" },
  );
  return status === 0 ? "" : `${stdout}${stderr}`;
}

function numbered(folder: string): number[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  return [...text.matchAll(/^\s*\/\/ (\d\d): /gm)].map((match) => Number(match[1]));
}

const projects = [
  { project: "v5", count: 68 },
  { project: "v5-augmented", count: 0 },
  { project: "v5-numbers", count: 0 },
  { project: "v4", count: 61 },
  { project: "v4-augmented", count: 0 },
];

describe("usages of the types of Auth.js", () => {
  it.each(projects)("$project: there are $count", ({ project, count }) => {
    const expected = Array.from({ length: count }, (_, index) => index + 1);
    expect(numbered(join(usages, project)).sort((a, b) => a - b)).toEqual(expected);
  });

  it.each(
    projects.flatMap(({ project }) =>
      Object.entries(resolutions).map(([name, options]) => ({ project, name, options })),
    ),
  )(
    "$project compiles with the module resolution $name",
    ({ project, options }) => {
      expect(saidOf(place(project, options), options)).toBe("");
    },
    60_000,
  );
});
