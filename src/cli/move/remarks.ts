import type { Token } from "../typescript/tokens.js";
import type { Bindings } from "./bindings.js";
import type { From } from "./names.js";
import { membersAround, type Nesting } from "./nesting.js";

/** The context of a token. */
export interface Place {
  readonly from: From;
  /** Whether it's in one of the library's configurations. */
  readonly isConfig: boolean;
  readonly bindings: Bindings;
  readonly nesting: Nesting;
}

/** What a rewrite can't decide, for one token of a file. */
export function* remarks(
  tokens: readonly Token[],
  index: number,
  { from, isConfig, bindings, nesting }: Place,
): Generator<string> {
  if (tokens[index]?.text === "__NEXTAUTH" && tokens[index].isCode) {
    yield "`__NEXTAUTH` doesn't exist here: pass `basePath` to `SessionProvider`.";
  }
  const isOwnCall = bindings.size > 0 && isCallOf(tokens, index, "createSession");
  // An adapter around another one passes its calls on.
  if (isOwnCall && ![...membersAround(tokens, index, nesting)].includes("createSession")) {
    yield "Latchkey creates the sessions of credentials itself, with the database strategy too: remove this call, the cookie that is set with it, and `jwt.encode` and `jwt.decode`.";
  }
  const member = memberAt(tokens, index);
  if (from === "v4" && bindings.size > 0 && member === "request" && usesClient(tokens, index)) {
    const [around = ""] = membersAround(tokens, nesting.parents[index] ?? -1, nesting);
    if (endpoints.has(around)) {
      yield "`request` doesn't receive openid-client's `client`: use `fetch`, `tokens` and `provider`.";
    }
  }
  if (!isConfig) return;
  if (member === "authorized" && from === "v5") {
    yield "If `authorized` returns false, a handler that `auth` wraps isn't called any more: return true for routes that answer 401 themselves.";
  }
  if (member === "logger" && from === "v5") {
    yield "Logger methods receive the code first: `error(code, error)`.";
  }
  if (isSessionToken(tokens, index)) {
    yield "Sessions don't contain their token: read the cookie if you need it.";
  }
}

/** The property or method name that starts here. Not a class field with a type. */
function memberAt(tokens: readonly Token[], index: number): string | undefined {
  const [token, after] = [tokens[index], tokens[index + 1]];
  if (!token?.isKey || !after || after.isType) return undefined;
  return after.text === "(" || after.text === ":" ? token.text : undefined;
}

const dots = [".", "?."];
const isDot = (at: Token | undefined): boolean =>
  at !== undefined && at.isCode && dots.includes(at.text);

/** Whether a method of this name is called here: `.name(`, `?.name(`, `.name!(`, `.name?.(`. */
function isCallOf(tokens: readonly Token[], index: number, name: string): boolean {
  if (tokens[index]?.text !== name || !isDot(tokens[index - 1])) return false;
  const after = tokens[index + 1]?.text ?? "";
  return after === "(" || (["!", "?."].includes(after) && tokens[index + 2]?.text === "(");
}

/**
 * Whether `session.sessionToken` is read here, on a `session` that isn't a member of something
 * else.
 */
function isSessionToken(tokens: readonly Token[], index: number): boolean {
  const isSession = tokens[index]?.text === "session" && tokens[index].isCode;
  const isToken = isDot(tokens[index + 1]) && tokens[index + 2]?.text === "sessionToken";
  return isSession && isToken && !isDot(tokens[index - 1]);
}

const endpoints = new Set(["authorization", "token", "userinfo"]);

const usesClient = (tokens: readonly Token[], index: number): boolean =>
  valueHas(tokens, index, "client");

const opening = ["(", "[", "{", "${"];
const closing = [")", "]", "}"];

/** Whether a word occurs in the member that starts here, up to the comma or brace that ends it. */
function valueHas(tokens: readonly Token[], start: number, word: string): boolean {
  let depth = 0;
  for (const { text, isCode } of tokens.slice(start)) {
    if (!isCode) continue;
    if (opening.includes(text)) depth += 1;
    if (closing.includes(text)) depth -= 1;
    if (depth < 0 || (depth === 0 && text === ",")) return false;
    if (text === word) return true;
  }
  return false;
}
