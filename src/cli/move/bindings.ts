import type { Token } from "../typescript/tokens.js";
import { isLibrary } from "./names.js";

/** Names in a file that refer to something of the library's server side. */
export type Bindings = ReadonlySet<string>;

const browserOnly = /\/(?:react|client|webauthn)(?:\/|$)/;

/** The names that a file imports or requires from the library, except from its browser side. */
export function bindingsOf(tokens: readonly Token[]): Bindings {
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
