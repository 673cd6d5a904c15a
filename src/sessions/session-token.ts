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
