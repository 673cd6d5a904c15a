import type { FlowContext } from "../../core/flow.js";

const enough = 64;

/** Character classes, and their sizes. */
const kinds: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^0-9a-zA-Z]/, 32],
];

/**
 * Whether a token can be guessed: fewer than 64 bits, estimated by its characters. That is an upper
 * bound: how random they are can't be known.
 */
export function isGuessable(token: string): boolean {
  return token.length * Math.log2(alphabetOf(token)) < enough;
}

/** Whether a request has a code, or a token that is as short as one. */
export function isGuess({ body, query }: Pick<FlowContext, "body" | "query">): boolean {
  if (body.text("code") !== undefined) return true;
  const token = body.text("token") ?? query.text("token");
  return token !== undefined && isGuessable(token);
}

function alphabetOf(token: string): number {
  if (/^(?:[0-9a-f]+|[0-9A-F]+)$/.test(token)) return /[a-f]/i.test(token) ? 16 : 10;
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(token) ? size : 0), 0);
}
