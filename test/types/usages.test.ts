import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const usages = fileURLToPath(new URL("usages", import.meta.url));

/** How applications resolve modules: the settings that `create-next-app` wrote, now and earlier. */
const resolutions = {
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  node: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: "6.0",
  },
};

/** A project beside which the package is installed, as it is for an application. */
function place(project: string): string {
  const folder = join(root, ".cache/usages", project);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(usages, project), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/latchkey"), "dir");
  return folder;
}

function problemsOf(folder: string, resolution: ts.CompilerOptions): string[] {
  const names = readdirSync(folder).filter((name) => /\.tsx?$/.test(name));
  const program = ts.createProgram(
    [
      ...names.map((name) => join(folder, name)),
      join(root, "src/frameworks/next/next-modules.d.ts"),
    ],
    {
      ...resolution,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      esModuleInterop: true,
      isolatedModules: true,
      jsx: ts.JsxEmit.ReactJSX,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.esnext.d.ts"],
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    },
  );
  return ts.getPreEmitDiagnostics(program).map(message);
}

function message({ messageText, file, start = 0 }: ts.Diagnostic): string {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
  return `${file?.fileName ?? ""}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}

function numbered(folder: string): number[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  return [...text.matchAll(/^\s*\/\/ (\d\d): /gm)].map((match) => Number(match[1]));
}

const projects = [
  { project: "v5", count: 62 },
  { project: "v5-augmented", count: 0 },
  { project: "v4", count: 40 },
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
      expect(problemsOf(place(project), options)).toEqual([]);
    },
    60_000,
  );
});
