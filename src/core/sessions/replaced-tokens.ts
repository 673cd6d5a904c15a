import type { Chunked } from "../cookies/chunks.js";
import { setNewest } from "../values/newest.js";

/** One session with all the tokens it has had. */
interface Family {
  newest: Chunked | undefined;
  /** Settles when the last queued request is done. */
  turn: Promise<unknown>;
}

/** Maximum number of tokens. */
const most = 1000;

/**
 * Maps each token to its replacement. A browser sends several requests with one token; a response
 * that is based on the old token and arrives later mustn't undo another's change. A request with a
 * replaced token is treated as if it had the newest one, and receives it.
 *
 * Kept in memory, per process. Only authentic tokens are added.
 */
export class ReplacedTokens {
  readonly #families = new Map<string, Family>();
  readonly #most: number;

  constructor(tokens = most) {
    this.#most = tokens;
  }

  /** The replacement of a token; undefined if there's none. */
  newest(token: string): Chunked | undefined {
    const newest = this.#families.get(token)?.newest;
    return newest?.value === token ? undefined : newest;
  }

  /** Records a replacement. Returns the one to use: the first one stays. */
  offer(token: string, made: Chunked): Chunked {
    return this.newest(token) ?? this.replace(token, made);
  }

  /** The same, but replaces an earlier one. */
  replace(token: string, made: Chunked): Chunked {
    const family = this.#familyOf(token);
    const { value, expires, untilClosed = false } = made;
    family.newest = { value, expires, untilClosed };
    this.#remember(made.value, family);
    return family.newest;
  }

  /** Runs work on a session after all earlier work on it. */
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
    setNewest(this.#families, [token, family], this.#most);
  }
}

function nothing(): void {}
