import { SessionTokenError } from "../errors/errors.js";
import { inProduction, type Mode } from "../values/mode.js";

const shortest = 16;

/**
 * Wraps `generateSessionToken` to reject guessable tokens, because guessing one signs you in. Empty ones are
 * always refused, short ones in production.
 */
export function refusingWeakTokens(generate: () => string, mode: Mode): () => string {
  return () => {
    const token: unknown = generate();
    if (typeof token === "string" && token.length >= (mode.production ? shortest : 1)) return token;
    const made = typeof token === "string" ? `one of ${token.length}` : `a ${typeof token}`;
    const message = `\`session.generateSessionToken\` must return a random string of at least ${shortest} characters. It returned ${made}.`;
    throw new SessionTokenError(inProduction(mode, message));
  };
}

// An unpaired surrogate isn't a character.
const odd = /[\p{Cc}\p{Cs}]/u;

/** Whether a string can be a session token. Stores aren't queried for values they can't hold. */
export function isTokenText(text: string): boolean {
  return !odd.test(text);
}
