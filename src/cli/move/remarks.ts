import type { Token } from "../typescript/tokens.js";
import type { Source } from "./config-objects.js";
import type { From } from "./names.js";
import { membersAround } from "./nesting.js";

/** What a rewrite can't decide, for one token of a file. `isConfig`: it's in one of the library's configurations. */
export function* remarks(
  source: Source,
  index: number,
  { from, isConfig }: { from: From; isConfig: boolean },
): Generator<string> {
  const { tokens, bindings, nesting } = source;
  if (tokens[index]?.text === "__NEXTAUTH" && tokens[index].isCode) {
    yield "`__NEXTAUTH` doesn't exist here: pass `basePath` to `SessionProvider`.";
  }
  const isOwnCall = bindings.size > 0 && isCallOf(tokens, index, "createSession");
  // An adapter around another one passes its calls on.
  if (isOwnCall && ![...membersAround(tokens, index, nesting)].includes("createSession")) {
    yield "Latchkey creates the sessions of credentials itself, with the database strategy too: remove this call, the cookie that is set with it, and `jwt.encode` and `jwt.decode`.";
  }
  const member = memberAt(tokens, index);
  if (from === "v4" && bindings.size > 0 && member === "request" && usesClient(source, index)) {
    const [around = ""] = membersAround(tokens, nesting.parents[index] ?? -1, nesting);
    if (["authorization", "token", "userinfo"].includes(around)) {
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

/** Whether `session.sessionToken` is read here, on a `session` that isn't a member of something else. */
function isSessionToken(tokens: readonly Token[], index: number): boolean {
  const isSession = tokens[index]?.text === "session" && tokens[index].isCode;
  const isToken = isDot(tokens[index + 1]) && tokens[index + 2]?.text === "sessionToken";
  return isSession && isToken && !isDot(tokens[index - 1]);
}

/** Whether `client` occurs in the member that starts here, up to the comma or bracket that ends it. */
function usesClient({ tokens, nesting: { parents, closes } }: Source, start: number): boolean {
  const parent = parents[start] ?? -1;
  const end = tokens.findIndex(
    ({ text, isCode }, at) => at > start && isCode && text === "," && parents[at] === parent,
  );
  const close = closes.get(parent) ?? tokens.length;
  return tokens
    .slice(start, end === -1 ? close : Math.min(end, close))
    .some(({ text, isCode }) => isCode && text === "client");
}
