import type { Chunked } from "../cookies/chunks.js";

/** One session in all the tokens it has had. */
interface Family {
  newest: Chunked | undefined;
  /** Settles when the last of those who wait for their turn is done. */
  turn: Promise<unknown>;
}

/** Tokens that are remembered. */
const most = 1000;

/**
 * Which token took the place of which. A browser sends several requests with one token; what one of
 * them changes must not be undone by another that read the token before and answers later. Whoever
 * comes with a token that was replaced is taken to come with the newest one, and is sent it.
 *
 * It is the memory of one process. Tokens get in only once they were found to be authentic.
 */
export class ReplacedTokens {
  readonly #families = new Map<string, Family>();
  readonly #most: number;

  constructor(tokens = most) {
    this.#most = tokens;
  }

  /** What took the place of a token; undefined when nothing did. */
  newest(token: string): Chunked | undefined {
    const newest = this.#families.get(token)?.newest;
    return newest?.value === token ? undefined : newest;
  }

  /** A token was made in place of another. Gives back the one that counts: one that came first stays. */
  offer(token: string, made: Chunked): Chunked {
    return this.newest(token) ?? this.replace(token, made);
  }

  /** The same, whatever came first. */
  replace(token: string, made: Chunked): Chunked {
    const family = this.#familyOf(token);
    const { value, expires, untilClosed = false } = made;
    family.newest = { value, expires, untilClosed };
    this.#remember(made.value, family);
    return family.newest;
  }

  /** Does something with a session when all who asked before are done. */
  async inTurn<T>(token: string, work: () => Promise<T>): Promise<T> {
    const family = this.#familyOf(token);
    const done = family.turn.then(work);
    family.turn = done.catch(nothing);
    return done;
  }

  #familyOf(token: string): Family {
    const family = this.#families.get(token) ?? { newest: undefined, turn: Promise.resolve() };
    this.#remember(token, family);
    return family;
  }

  #remember(token: string, family: Family): void {
    this.#families.delete(token);
    this.#families.set(token, family);
    const [oldest] = this.#families.keys();
    if (this.#families.size > this.#most && oldest !== undefined) this.#families.delete(oldest);
  }
}

function nothing(): void {}
