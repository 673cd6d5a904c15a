import { tokensOf, type Token } from "../typescript/tokens.js";
import { bindingsOf, configObjects, type ConfigObject, type Source } from "./config-objects.js";
import { cookieNotes } from "./cookies.js";
import { isVariable, newName, type From } from "./names.js";
import { nestingOf } from "./nesting.js";
import { remarks } from "./remarks.js";

/** Something for you to check. */
export interface Note {
  readonly line: number;
  readonly text: string;
}

export interface Rewritten {
  readonly text: string;
  /** What was replaced, and its replacement. */
  readonly changes: readonly string[];
  readonly notes: readonly Note[];
  /** Where variables with an old name are used. They stay. */
  readonly variables?: readonly Note[];
  /** The lines on which the options of next-auth 4 begin. */
  readonly options?: readonly number[];
}

export interface MoveOptions {
  readonly from: From;
  readonly until: string;
}

/** A source file with the modules' new names. One that can't be parsed is left as it is. */
export function rewriteSource(
  file: { path: string; text: string },
  { from, until }: MoveOptions,
): Rewritten {
  const tokens = tryTokens(file);
  if ("note" in tokens) return { text: file.text, changes: [], notes: [tokens.note] };
  const bindings = bindingsOf(tokens);
  const source = { ...file, tokens, bindings, nesting: nestingOf(tokens) };
  const configs = configObjects(source);
  const lineAt = (start: number) => file.text.slice(0, start).split("\n").length;
  const edits: Edit[] = [];
  const notes = tokens.flatMap(({ text, start, end }, index) => {
    const isConfig = configs.some(({ open, close }) => open < index && index < close);
    const next = namesModule(tokens, index) ? newName(text, from) : undefined;
    if (next) edits.push({ start, end, text: next, change: `${text} -> ${next}` });
    const texts = [
      ...(next === null ? [`${text} doesn't exist in Latchkey.`] : []),
      ...remarks(source, index, { from, isConfig }),
      ...(isOwnOption(tokens, index) ? [] : cookieNotes(text, from)),
      ...(isConfig && isSuppressed(source, index) ? [suppressionNote] : []),
    ];
    return texts.map((note) => ({ line: lineAt(start), text: note }));
  });
  if (from === "v4") edits.push(...addMigration(source, configs, until));
  const named = tokens.filter(({ text }) => isVariable(text));
  const whole = configs.filter(({ members }) => members.has("providers"));
  return {
    text: apply(file.text, edits),
    changes: edits.map(({ change }) => change),
    notes,
    variables: named.map(({ start, text }) => ({ line: lineAt(start), text })),
    options: whole.map(({ open }) => lineAt(tokens[open]?.start ?? 0)),
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

/** The session cookie's name in the options is read from there. */
function isOwnOption(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 5), index).map(({ text }) => text);
  return before.join(" ") === "sessionToken : { name :";
}

/** Where the compiler couldn't be asked. */
export const suppressionNote =
  "Remove the `@ts-expect-error` above if the type check says that it's unused.";

/** The parser drops comments, so they are found between two tokens. */
function isSuppressed({ text, tokens }: Source, index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  return before && token ? text.slice(before.end, token.start).includes("@ts-expect-error") : false;
}

function apply(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);
}

const keywords = new Set(["from", "import", "module"]);
const loaders = /^(?:import|require|require\.resolve|(?:vi|jest)\.\w+)$/;

/** Whether a token names a module: in an import, a declaration, or a test's mock. */
function namesModule(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (!tokens[index]?.isText || !before || before.isText) return false;
  return before.text === "("
    ? loaders.test(calleeOf(tokens, index - 1))
    : keywords.has(before.text);
}

/** The callee before an opening parenthesis: the preceding word, and its object. */
function calleeOf(tokens: readonly Token[], opening: number): string {
  let at = opening - 1;
  // `vi.importActual<typeof import("…")>("…")`
  if (!tokens[opening]?.isType) while (tokens[at]?.isType) at -= 1;
  const name = tokens[at]?.text ?? "";
  return tokens[at - 1]?.text === "." ? `${tokens[at - 2]?.text}.${name}` : name;
}

/** A text that replaces the one between two positions. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is printed about it. */
  readonly change: string;
}

/**
 * Adds `migration` to next-auth 4 options: old sessions are accepted until the day, and new ones
 * are written in a form that the old version reads, too. Options that have it are left as they are.
 */
function* addMigration(
  file: Source,
  configs: readonly ConfigObject[],
  until: string,
): Generator<Edit> {
  const change = `migration: { until: "${until}", writes: true }`;
  for (const { open, close, members, hasSpread } of configs) {
    const [brace, first, last] = [open, open + 1, close - 1].map((at) => file.tokens[at]);
    const isMissing = members.has("providers") && !members.has("migration");
    if (!isMissing || !brace || !first || !last) continue;
    const [indent = " "] = /\n[ \t]*$/.exec(file.text.slice(brace.end, first.start)) ?? [];
    // What is spread may have it, too, and would replace one that stands before it.
    const start = hasSpread ? last.end : brace.end;
    const comma = last.text === "," ? "" : ",";
    const text = hasSpread
      ? `${comma}${indent}${change}${comma ? "" : ","}`
      : `${indent}${change},`;
    yield { start, end: start, text, change };
  }
}
