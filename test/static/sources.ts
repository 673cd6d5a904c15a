import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const src = join(root, "src");

/** A file of the library, parsed. */
export interface Source {
  /** Its path below src/. */
  readonly file: string;
  readonly tree: ts.SourceFile;
}

/** Parses a text as if it were a file of the library. */
export function parse(file: string, text: string): Source {
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
}

/** Every file of src/ that ships, tests left out. */
export function librarySources(): Source[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => parse(relative(src, path).replaceAll("\\", "/"), readFileSync(path, "utf8")));
}

/** Every node of a tree, from the top down. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** The name of what is called: `f(x)` and `a.f(x)` are both `f`. */
export function calleeOf(call: ts.CallExpression | ts.NewExpression): string {
  const { expression } = call;
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}
