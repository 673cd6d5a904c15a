import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

// Each project augments another module, so that what one declares is not seen by the others, nor by
// the tests. They are compiled against the built package, as an application would be.
const projects = ["core", "types", "jwt", "express"];
const parsed = new Map<string, ts.SourceFile | undefined>();

function problemsOf(project: string): string[] {
  const folder = fileURLToPath(new URL(`augmentation/${project}`, import.meta.url));
  const read = ts.readJsonConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonSourceFileConfigFileContent(read, ts.sys, folder);
  expect(fileNames.length).toBeGreaterThan(0);
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    // Libraries are the same for all; what is augmented is bound anew for each.
    if (!name.includes("/typescript/lib/")) return parse(name, version);
    if (!parsed.has(name)) parsed.set(name, parse(name, version));
    return parsed.get(name);
  };
  const program = ts.createProgram({ rootNames: fileNames, options, host });
  return ts.getPreEmitDiagnostics(program).map(message);
}

function message({ messageText, file, start = 0 }: ts.Diagnostic): string {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
  return `${file?.fileName ?? ""}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}

describe("module augmentation", () => {
  it.each(projects)(
    "[RES-14] models are extended by declarations: %s",
    (project) => {
      expect(problemsOf(project)).toEqual([]);
    },
    60_000,
  );
});
