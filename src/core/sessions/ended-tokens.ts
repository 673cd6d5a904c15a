/** Milliseconds for which an ended token is remembered: longer than any request that was in progress. */
const remembered = 5 * 60_000;
/** Characters that identify a token: a JWE by its end, a row's token by its start. */
const significant = 64;
/** Maximum number of tokens; the oldest are dropped first. */
const most = 20_000;

/**
 * Tokens of sessions that this process ended recently. A response prepared earlier mustn't restore the
 * session: its cookie isn't written, and a token in transit is refused.
 */
export class EndedTokens {
  /** When each token was ended, in milliseconds since 1970, oldest first. */
  readonly #ended = new Map<string, number>();
  readonly #most: number;

  constructor(tokens = most) {
    this.#most = tokens;
  }

  add(token: string, now: number): void {
    const name = nameOf(token);
    this.#ended.delete(name);
    this.#ended.set(name, now);
    for (const [oldest, at] of this.#ended) {
      if (this.#ended.size <= this.#most && Math.abs(now - at) < remembered) return;
      this.#ended.delete(oldest);
    }
  }

  has(token: string, now: number): boolean {
    // Most of the time there's nothing to look for.
    if (this.#ended.size === 0) return false;
    const at = this.#ended.get(nameOf(token));
    return at !== undefined && Math.abs(now - at) < remembered;
  }

  /** Whether it was ended after this moment, for tokens that another session may share. */
  hasSince(token: string, moment: number): boolean {
    return (this.#ended.get(nameOf(token)) ?? 0) > moment;
  }

  /** A session has started with this token: the app's own tokens may repeat. */
  forget(token: string): void {
    this.#ended.delete(nameOf(token));
  }
}

function nameOf(token: string): string {
  if (token.length <= 2 * significant) return token;
  return token.slice(0, significant) + token.slice(-significant);
}
