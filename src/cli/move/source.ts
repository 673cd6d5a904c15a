import { tokensOf, type Token } from "../typescript/tokens.js";
import { newName, variables, type From } from "./names.js";
import { remarks } from "./remarks.js";

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
  readonly at: Token;
  readonly text: string;
}

/** A source file with the new names of modules and variables. One that can't be parsed is left as it is. */
export function rewriteSource(file: { path: string; text: string }, from: From): Rewritten {
  const tokens = tryTokens(file);
  if ("note" in tokens) return { text: file.text, changes: [], notes: [tokens.note] };
  const edits: Edit[] = [];
  const notes: Note[] = [];
  const note = ({ start }: Token, text: string) =>
    notes.push({ line: file.text.slice(0, start).split("\n").length, text });
  for (const [index, token] of tokens.entries()) {
    const name = namesModule(tokens, index) ? newName(token.text, from) : undefined;
    if (name === null) note(token, `${token.text} has no place in latchkey.`);
    const renamed = name ?? (namesVariable(tokens, index) ? variables[token.text] : undefined);
    if (renamed !== undefined) edits.push({ at: token, text: renamed });
    for (const text of remarks(tokens, index, from)) note(token, text);
  }
  return {
    text: apply(file.text, edits),
    changes: edits.map(({ at, text }) => `${at.text} -> ${text}`),
    notes,
  };
}

function tryTokens(file: { path: string; text: string }): Token[] | { note: Note } {
  try {
    return tokensOf(file);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = Number(/\((\d+):\d+\)$/.exec(error.message)?.[1] ?? 1);
    return { note: { line, text: `can't be parsed, so nothing was changed: ${error.message}.` } };
  }
}

function apply(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (now, { at, text: put }) => now.slice(0, at.start) + put + now.slice(at.end),
    text,
  );
}

const keywords = new Set(["from", "import", "module"]);
const loaders = /^(?:import|require|require\.resolve|(?:vi|jest)\.\w+)$/;

/** Whether a token names a module: where something is imported, declared, or stood in for by a test. */
function namesModule(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (!tokens[index]?.isText || !before || before.isText) return false;
  return before.text === "("
    ? loaders.test(calleeOf(tokens, index - 1))
    : keywords.has(before.text);
}

/** What is called where a parenthesis opens: the word before it, and what that's a member of. */
function calleeOf(tokens: readonly Token[], opening: number): string {
  let at = opening - 1;
  // `vi.importActual<typeof import("…")>("…")`
  if (!tokens[opening]?.isType) while (tokens[at]?.isType) at -= 1;
  const name = tokens[at]?.text ?? "";
  return tokens[at - 1]?.text === "." ? `${tokens[at - 2]?.text}.${name}` : name;
}

/** Whether a token is `NAME` of `process.env.NAME` or `process.env["NAME"]`. */
function namesVariable(tokens: readonly Token[], index: number): boolean {
  const access = tokens[index]?.isText ? "[" : ".";
  return tokens[index - 1]?.text === access && tokens[index - 2]?.text === "env";
}
