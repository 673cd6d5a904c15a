import { SessionTokenError } from "../errors.js";
import { inProduction, type Mode } from "../mode.js";

const shortest = 16;

/**
 * The same function, which now throws where it made a token that could be guessed: whoever guesses
 * one is signed in. An empty one is refused always, a short one in production.
 */
export function refusingWeakTokens(generate: () => string, mode: Mode): () => string {
  return () => {
    const token: unknown = generate();
    if (typeof token === "string" && token.length >= (mode.production ? shortest : 1)) return token;
    const made = typeof token === "string" ? `one of ${token.length}` : `a ${typeof token}`;
    const message = `\`session.generateSessionToken\` must return a random text of at least ${shortest} characters. It returned ${made}.`;
    throw new SessionTokenError(inProduction(mode, message));
  };
}

// Half a surrogate pair is no character.
const odd = /[\p{Cc}\p{Cs}]/u;

/** Whether a text may be the token of a session. No store is asked for what no store can hold. */
export function isTokenText(text: string): boolean {
  return !odd.test(text);
}
