import type { Token } from "../typescript/tokens.js";
import type { From } from "./names.js";

/** What no rewriting can decide, about one token of a file. */
export function* remarks(tokens: readonly Token[], index: number, from: From): Generator<string> {
  const member = memberAt(tokens, index);
  if (tokens[index]?.text === "__NEXTAUTH" && !tokens[index].isText) {
    yield "`__NEXTAUTH` is not here: give `basePath` to `SessionProvider`.";
  }
  if (member === "authorized" && from === "v5") {
    yield "Where `authorized` says no, a handler that `auth` wraps is not asked any more: return true for routes that answer 401 themselves.";
  }
  if (member === "logger" && from === "v5") {
    yield "Methods of a logger get the code first: `error(code, error)`.";
  }
  if (isCallOf(tokens, index, "createSession")) {
    yield "Sessions of credentials are made by latchkey, with the database strategy too: remove this one, the cookie that is set with it, and `jwt.encode` and `jwt.decode`.";
  }
  if (member === "request" && from === "v4" && valueHas(tokens, index, "client")) {
    yield "`client` of openid-client is not given to `request`: use `fetch`, `tokens` and `provider`.";
  }
  if (isSessionToken(tokens, index)) {
    yield "The session token is never part of a session: read the cookie, if you must.";
  }
}

/** The name of the property or method that begins here. A field of a class with a type is neither. */
function memberAt(tokens: readonly Token[], index: number): string | undefined {
  const [token, after] = [tokens[index], tokens[index + 1]];
  if (!token?.isKey || !after || after.isType) return undefined;
  return after.text === "(" || after.text === ":" ? token.text : undefined;
}

const dots = [".", "?."];
const isDot = (at: Token | undefined): boolean =>
  at !== undefined && !at.isText && dots.includes(at.text);

/** Whether a method of this name is called here: `.name(`, `?.name(`, `.name!(`, `.name?.(`. */
function isCallOf(tokens: readonly Token[], index: number, name: string): boolean {
  if (tokens[index]?.text !== name || !isDot(tokens[index - 1])) return false;
  const after = tokens[index + 1]?.text ?? "";
  return after === "(" || (["!", "?."].includes(after) && tokens[index + 2]?.text === "(");
}

/** Whether `session.sessionToken` is read here, of a session that is no member of something else. */
function isSessionToken(tokens: readonly Token[], index: number): boolean {
  const isSession = tokens[index]?.text === "session" && !tokens[index].isText;
  const isToken = isDot(tokens[index + 1]) && tokens[index + 2]?.text === "sessionToken";
  return isSession && isToken && !isDot(tokens[index - 1]);
}

const opening = ["(", "[", "{", "${"];
const closing = [")", "]", "}"];

/** Whether a word is in the member that begins here, up to the comma or brace that ends it. */
function valueHas(tokens: readonly Token[], start: number, word: string): boolean {
  let depth = 0;
  for (const { text, isText } of tokens.slice(start)) {
    if (isText) continue;
    if (opening.includes(text)) depth += 1;
    if (closing.includes(text)) depth -= 1;
    if (depth < 0 || (depth === 0 && text === ",")) return false;
    if (text === word) return true;
  }
  return false;
}
