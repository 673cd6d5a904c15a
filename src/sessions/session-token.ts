import { SessionTokenError } from "../errors.js";

const shortest = 16;

/**
 * The same function, which now throws where it made a token that could be guessed: whoever guesses
 * one is signed in. An empty one is refused always, a short one in production.
 */
export function refusingWeakTokens(generate: () => string, production: boolean): () => string {
  return () => {
    const token: unknown = generate();
    if (typeof token === "string" && token.length >= (production ? shortest : 1)) return token;
    const made = typeof token === "string" ? `one of ${token.length}` : `a ${typeof token}`;
    throw new SessionTokenError(
      `\`session.generateSessionToken\` must return a random text of at least ${shortest} characters. It returned ${made}.`,
    );
  };
}

// Half a surrogate pair is no character.
const odd = /[\p{Cc}\p{Cs}]/u;

/** Whether a text may be the token of a session. No store is asked for what no store can hold. */
export function isTokenText(text: string): boolean {
  return !odd.test(text);
}
