import type { Token } from "../typescript/tokens.js";
import type { Bindings } from "./bindings.js";
import { isLibrary } from "./names.js";
import type { Nesting } from "./nesting.js";

/** An object literal with options of the library: its first and last token, and its own members. */
export interface ConfigObject {
  readonly open: number;
  readonly close: number;
  readonly members: ReadonlySet<string>;
  /** Whether another object is spread into it. */
  readonly hasSpread: boolean;
}

/** The configurations in a file that imports the library. */
export function configObjects(
  tokens: readonly Token[],
  bindings: Bindings,
  nesting: Nesting,
): ConfigObject[] {
  if (bindings.size === 0) return [];
  return tokens.flatMap((token, open) => {
    const close = nesting.closes.get(open);
    if (close === undefined || token.text !== "{" || token.isType) return [];
    const members = membersOf(tokens, open, nesting);
    const isConfig =
      isArgument(tokens, open, { nesting, bindings }) ||
      (members.has("providers") && isValue(tokens, open, bindings));
    if (!isConfig) return [];
    const hasSpread = tokens.some(
      ({ text, isCode }, index) => isCode && text === "..." && nesting.parents[index] === open,
    );
    return [{ open, close, members, hasSpread }];
  });
}

const afterMember = new Set([":", ",", "}", "("]);
const beforeMember = new Set(["{", ",", "async", "get", "set", "*"]);

function membersOf(tokens: readonly Token[], open: number, { parents }: Nesting): Set<string> {
  const members = tokens.flatMap(({ text }, index) => {
    if (parents[index] !== open) return [];
    const [before, after] = [tokens[index - 1]?.text ?? "", tokens[index + 1]?.text ?? ""];
    return beforeMember.has(before) && afterMember.has(after) ? [text] : [];
  });
  return new Set(members);
}

/** Whether an object is passed to a function of the library. */
function isArgument(
  tokens: readonly Token[],
  open: number,
  { nesting, bindings }: { nesting: Nesting; bindings: Bindings },
): boolean {
  const parent = nesting.parents[open] ?? -1;
  const before = tokens[open - 1]?.text ?? "";
  const isCall = tokens[parent]?.text === "(" && (before === "(" || before === ",");
  return isCall && bindings.has(tokens[parent - 1]?.text ?? "");
}

/** Whether an object with providers stands where a configuration can: not in another object, nor in a pattern or JSX. */
function isValue(tokens: readonly Token[], open: number, bindings: Bindings): boolean {
  const [before, second] = [tokens[open - 1]?.text, tokens[open - 2]];
  const callee = second?.text ?? "";
  if (before === "(" && callee !== "=>") return bindings.has(callee);
  if (before === "=" && second?.isJsx) return false;
  if (before === "=" && second?.isType) return isTypedAsConfig(tokens, open - 2, bindings);
  if (!["(", "=", "return", "default"].includes(before ?? "")) return false;
  // A page with its own list of providers has them from the client, and passes them on.
  return !tokens.some(({ text, isCode }) => isCode && text === "getProviders");
}

/** Whether the type that ends here names one of the library, or none. */
function isTypedAsConfig(tokens: readonly Token[], end: number, bindings: Bindings): boolean {
  for (let at = end; tokens[at]?.isType; at -= 1) {
    const { text = "", isText = false } = tokens[at] ?? {};
    if (isText ? isLibrary(text) : bindings.has(text) || text === "any") return true;
  }
  return false;
}
