import type { Token } from "../typescript/tokens.js";
import { isLibrary } from "./names.js";
import type { Nesting } from "./nesting.js";

/** A source file, parsed. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly nesting: Nesting;
  /** Names that refer to something of the library's server side. */
  readonly bindings: ReadonlySet<string>;
}

/** An object literal with options of the library: its first and last token, and its own members. */
export interface ConfigObject {
  readonly open: number;
  readonly close: number;
  readonly members: ReadonlySet<string>;
  /** Whether another object is spread into it. */
  readonly hasSpread: boolean;
}

const browserOnly = /\/(?:react|client|webauthn)(?:\/|$)/;

/** The names that a file imports or requires from the library, except from its browser side. */
export function bindingsOf(tokens: readonly Token[]): Source["bindings"] {
  const found = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (!token.isText || !isLibrary(token.text) || browserOnly.test(token.text)) continue;
    for (const name of namesBefore(tokens, index)) found.add(name);
  }
  return found;
}

const signs = new Set(["{", "}", ",", "*", "type", "typeof", "="]);

/** `a` and `c` of `import a, { type b as c } from "…"`; `a` of `const a = require("…")`. */
function* namesBefore(tokens: readonly Token[], module: number): Generator<string> {
  const isRequired = tokens[module - 1]?.text === "(" && tokens[module - 2]?.text === "require";
  const end = isRequired ? module - 3 : module - 2;
  const isImported = tokens[module - 1]?.text === "from";
  if (!isRequired && !isImported) return;
  const keywords = isRequired ? ["const", "let", "var"] : ["import", "export"];
  let start = end;
  while (start >= 0 && !keywords.includes(tokens[start]?.text ?? "")) start -= 1;
  for (const [offset, { text }] of tokens.slice(start + 1, end + 1).entries()) {
    const isRenamed = tokens[start + offset + 2]?.text === "as";
    if (!signs.has(text) && text !== "as" && !isRenamed) yield text;
  }
}

/** The configurations in a file that imports the library. */
export function configObjects(source: Source): ConfigObject[] {
  const { tokens, nesting, bindings } = source;
  if (bindings.size === 0) return [];
  return tokens.flatMap((token, open) => {
    const close = nesting.closes.get(open);
    if (close === undefined || token.text !== "{" || token.isType) return [];
    const own = tokens.flatMap((one, at) => (nesting.parents[at] === open ? [{ ...one, at }] : []));
    const members = new Set(
      own.flatMap(({ text, at }) =>
        beforeMember.has(tokens[at - 1]?.text ?? "") && afterMember.has(tokens[at + 1]?.text ?? "")
          ? [text]
          : [],
      ),
    );
    const isConfig =
      isArgument(source, open) || (members.has("providers") && isValue(source, open));
    if (!isConfig) return [];
    return [
      { open, close, members, hasSpread: own.some(({ text, isCode }) => isCode && text === "...") },
    ];
  });
}

const afterMember = new Set([":", ",", "}", "("]);
const beforeMember = new Set(["{", ",", "async", "get", "set", "*"]);

/** Whether an object is passed to a function of the library. */
function isArgument({ tokens, nesting, bindings }: Source, open: number): boolean {
  const parent = nesting.parents[open] ?? -1;
  const before = tokens[open - 1]?.text ?? "";
  const isCall = tokens[parent]?.text === "(" && (before === "(" || before === ",");
  return isCall && bindings.has(tokens[parent - 1]?.text ?? "");
}

/** Whether an object with providers stands where a configuration can: not in another object, nor in a pattern or JSX. */
function isValue({ tokens, bindings }: Source, open: number): boolean {
  const [before = "", second] = [tokens[open - 1]?.text, tokens[open - 2]];
  const callee = second?.text ?? "";
  if (before === "(" && callee !== "=>") return bindings.has(callee);
  if (before === "=" && second?.isJsx) return false;
  if (before === "=" && second?.isType) {
    // The type names one of the library, or none.
    const start = tokens.findLastIndex(({ isType }, at) => at < open - 2 && !isType) + 1;
    return tokens
      .slice(start, open - 1)
      .some(({ text, isText }) =>
        isText ? isLibrary(text) : bindings.has(text) || text === "any",
      );
  }
  if (!["(", "=", "return", "default"].includes(before)) return false;
  // A page with its own list of providers has them from the client, and passes them on.
  return !tokens.some(({ text, isCode }) => isCode && text === "getProviders");
}
