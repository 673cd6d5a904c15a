import type { Token } from "../typescript/tokens.js";

/** The brackets of a file. */
export interface Nesting {
  /** For each token the bracket around it, or -1. */
  readonly parents: readonly number[];
  readonly closes: ReadonlyMap<number, number>;
}

const opening = new Set(["(", "[", "{", "${"]);
const closing = new Set([")", "]", "}"]);

export function nestingOf(tokens: readonly Token[]): Nesting {
  const closes = new Map<number, number>();
  const stack: number[] = [];
  const parents = tokens.map(({ text, isCode }, index) => {
    if (isCode && closing.has(text)) {
      const open = stack.pop();
      if (open !== undefined) closes.set(open, index);
    }
    const parent = stack.at(-1) ?? -1;
    if (isCode && opening.has(text)) stack.push(index);
    return parent;
  });
  return { parents, closes };
}

/** The names of the members that a token is in, the innermost first: `["token"]` for what is in `token: { … }`. */
export function* membersAround(
  tokens: readonly Token[],
  index: number,
  { parents }: Nesting,
): Generator<string> {
  for (let at = index; at >= 0; at = parents[at] ?? -1) {
    const parent = parents[at] ?? -1;
    let key = at - 1;
    while (key > parent && !(tokens[key]?.isKey && parents[key] === parent)) key -= 1;
    if (key > parent) yield tokens[key]?.text ?? "";
  }
}
