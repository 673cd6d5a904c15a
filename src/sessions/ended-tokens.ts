/** Milliseconds for which a token is remembered: no request lasts longer that was under way when it was ended. */
const remembered = 5 * 60_000;
/** Characters at both ends that tell a token from all others: a JWE by its end, the token of a row by its beginning. */
const significant = 64;
/** Tokens that are remembered at most; then the oldest are forgotten. */
const most = 20_000;

/**
 * Tokens of sessions that were ended in this process a short while ago. A response that was prepared before must not bring
 * the session back: it isn't written any more, and a token that was on its way is refused.
 */
export class EndedTokens {
  /** By what names the token, in the order in which they were ended: when that was, in milliseconds since 1970. */
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
    // Most processes have nothing to look for most of the time.
    if (this.#ended.size === 0) return false;
    const at = this.#ended.get(nameOf(token));
    return at !== undefined && Math.abs(now - at) < remembered;
  }

  /** Whether it was ended after this moment: for a token that another session may have too. */
  hasSince(token: string, moment: number): boolean {
    return (this.#ended.get(nameOf(token)) ?? 0) > moment;
  }

  /** A session has begun with this token: tokens of the application's own making may be the same again. */
  forget(token: string): void {
    this.#ended.delete(nameOf(token));
  }
}

function nameOf(token: string): string {
  if (token.length <= 2 * significant) return token;
  return token.slice(0, significant) + token.slice(-significant);
}
