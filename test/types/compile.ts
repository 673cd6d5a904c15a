import { fileURLToPath } from "node:url";
import ts from "typescript";

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles a project of this folder against the built package, as an application would be. */
export function compile(project: string): ts.Program {
  const folder = fileURLToPath(new URL(project, import.meta.url));
  const read = ts.readJsonConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonSourceFileConfigFileContent(read, ts.sys, folder);
  if (fileNames.length === 0) throw new Error(`There is nothing to compile in ${folder}.`);
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    // Libraries are the same for all; what is augmented is bound anew for each.
    if (!name.includes("/typescript/lib/")) return parse(name, version);
    if (!parsed.has(name)) parsed.set(name, parse(name, version));
    return parsed.get(name);
  };
  return ts.createProgram({ rootNames: fileNames, options, host });
}

/** What the compiler says, each with its file and line. */
export function problemsIn(program: ts.Program): string[] {
  return ts.getPreEmitDiagnostics(program).map(message);
}

function message({ messageText, file, start = 0 }: ts.Diagnostic): string {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
  return `${file?.fileName ?? ""}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}
