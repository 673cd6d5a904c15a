import type * as TypeScript from "typescript";
import { newName, variables, type From } from "./names.js";

/** Something that a person has to look at. */
export interface Note {
  readonly line: number;
  readonly text: string;
}

export interface Rewritten {
  readonly text: string;
  /** What was replaced, by what. */
  readonly changes: readonly string[];
  readonly notes: readonly Note[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Parser = Pick<
  typeof TypeScript,
  "createSourceFile" | "forEachChild" | "ScriptTarget" | "SyntaxKind"
>;

/** A source file with the new names of modules and variables, read by TypeScript's own parser. */
export function rewriteSource(
  ts: Parser,
  file: { path: string; text: string },
  from: From,
): Rewritten {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const changes: string[] = [];
  const notes: Note[] = [];
  const lineOf = (node: TypeScript.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const note = (node: TypeScript.Node, text: string) => notes.push({ line: lineOf(node), text });
  const replace = (
    node: TypeScript.Node,
    [before, after]: readonly [string, string],
    inset = 0,
  ) => {
    edits.push({ start: node.getStart(source) + inset, end: node.end - inset, text: after });
    changes.push(`${before} -> ${after}`);
  };
  const kind = ts.SyntaxKind;

  const visit = (node: TypeScript.Node): void => {
    if (isText(node, kind) && namesModule(node, kind, source)) {
      const name = newName(node.text, from);
      if (name) replace(node, [node.text, name], 1);
      if (name === null) note(node, `${node.text} has no place in latchkey.`);
    }
    const variable = variableIn(node, kind);
    const renamed = variable && variables[variable.text];
    if (variable && renamed) replace(variable, [variable.text, renamed]);
    for (const text of remarks(node, kind, from)) note(node, text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { text: apply(file.text, edits), changes, notes };
}

function apply(text: string, edits: readonly Edit[]): string {
  const fromTheEnd = [...edits].sort((a, b) => b.start - a.start);
  return fromTheEnd.reduce(
    (now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end),
    text,
  );
}

type Kinds = typeof TypeScript.SyntaxKind;

function isText(node: TypeScript.Node, kind: Kinds): node is TypeScript.StringLiteralLike {
  return node.kind === kind.StringLiteral || node.kind === kind.NoSubstitutionTemplateLiteral;
}

const loaders = /^(?:import|require|require\.resolve|(?:vi|jest)\.\w+)$/;

/** Whether a text names a module: where something is imported, declared, or stood in for by a test. */
function namesModule(node: TypeScript.Node, kind: Kinds, source: TypeScript.SourceFile): boolean {
  const { parent } = node;
  switch (parent.kind) {
    case kind.ImportDeclaration:
    case kind.ExportDeclaration:
    case kind.ExternalModuleReference:
    case kind.ModuleDeclaration:
      return true;
    case kind.LiteralType:
      return parent.parent.kind === kind.ImportType;
    case kind.CallExpression:
      return loaders.test(parent.getChildAt(0, source).getText(source));
    default:
      return false;
  }
}

/** `NAME` of `process.env.NAME` and `process.env["NAME"]`. */
function variableIn(
  node: TypeScript.Node,
  kind: Kinds,
): (TypeScript.Node & { text: string }) | undefined {
  if (node.kind !== kind.Identifier || !hasText(node)) return undefined;
  const { parent } = node;
  const isMember = parent.kind === kind.PropertyAccessExpression;
  return isMember && /\benv\s*\.\s*\w+$/.test(parent.getText()) ? node : undefined;
}

function hasText(node: TypeScript.Node): node is TypeScript.Node & { text: string } {
  return "text" in node && typeof node.text === "string";
}

/** What no rewriting can decide. */
function* remarks(node: TypeScript.Node, kind: Kinds, from: From): Generator<string> {
  const text = () => node.getText();
  if (node.kind === kind.Identifier && text() === "__NEXTAUTH") {
    yield "`__NEXTAUTH` is not here: give `basePath` to `SessionProvider`.";
  }
  if (isNamed(node, kind, "authorized") && from === "v5") {
    yield "Where `authorized` says no, a handler that `auth` wraps is not asked any more: return true for routes that answer 401 themselves.";
  }
  if (isNamed(node, kind, "logger") && from === "v5") {
    yield "Methods of a logger get the code first: `error(code, error)`.";
  }
  if (node.kind === kind.CallExpression && /\.createSession!?\??\.?\($/.test(head(node, kind))) {
    yield "Sessions of credentials are made by latchkey, with the database strategy too: remove this one, the cookie that is set with it, and `jwt.encode` and `jwt.decode`.";
  }
  if (isNamed(node, kind, "request") && from === "v4" && /\bclient\b/.test(text())) {
    yield "`client` of openid-client is not given to `request`: use `fetch`, `tokens` and `provider`.";
  }
  if (node.kind === kind.PropertyAccessExpression && /^session\??\.sessionToken$/.test(text())) {
    yield "The session token is never part of a session: read the cookie, if you must.";
  }
}

/** A member of an object or class with this name, or a function as one. */
function isNamed(node: TypeScript.Node, kind: Kinds, name: string): boolean {
  const isMember = node.kind === kind.PropertyAssignment || node.kind === kind.MethodDeclaration;
  return isMember && "name" in node && nameOf(node.getText()) === name;
}

/** The name that the text of a member begins with. */
function nameOf(text: string): string | undefined {
  return /^(?:async\s+)?["']?(\w+)["']?\s*[(:]/.exec(text)?.[1];
}

function head(node: TypeScript.Node, _: Kinds): string {
  return node.getText().replace(/\([^]*$/, "(");
}
