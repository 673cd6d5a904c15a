/** A token and its cookie: keys are derived from the cookie's name. */
export interface SentToken {
  readonly salt: string;
  readonly token: string;
}

interface Known {
  readonly salt: string;
  readonly text: string;
}

/** Total length of tokens and contents above which the older half is dropped. */
const half = 1024 * 1024;
/** Number of tokens that may have been seen once without being kept. */
const mostSeen = 4096;

/**
 * A cache of recently decrypted tokens: browsers send the same token with every request, and
 * decrypting it takes most of the time of a session read.
 *
 * A token's content never changes, so the cache can't be out of date. Expiry is checked at every
 * read, and each read parses the text again. Only authentic tokens get in; a token that differs in
 * one character isn't found and is authenticated. The process has the keys to all of this anyway.
 *
 * A token is cached when it's sent the second time: caching tokens that are sent once would cost
 * more than it saves.
 */
export class KnownTokens {
  readonly #half: number;
  #recent = new Map<string, Known>();
  #older = new Map<string, Known>();
  #characters = 0;
  /** Ends of tokens that were seen once. */
  readonly #seen = new Set<string>();

  constructor(halfOfCharacters = half) {
    this.#half = halfOfCharacters;
  }

  get({ salt, token }: SentToken): string | undefined {
    const found = this.#recent.get(token) ?? this.#older.get(token);
    if (found?.salt !== salt) return undefined;
    // Moves it to the end, to be dropped last.
    if (this.#older.delete(token)) this.#put(token, found);
    return found.text;
  }

  /** Offers a token's content to the cache. */
  add({ salt, token }: SentToken, text: string): void {
    const end = token.slice(-12);
    if (this.#seen.has(end)) {
      // A slice of a header would keep all of it in memory; joining copies it.
      this.#put(token.split(".").join("."), { salt, text });
      return;
    }
    if (this.#seen.size >= mostSeen) this.#seen.clear();
    this.#seen.add(end);
  }

  #put(token: string, known: Known): void {
    this.#recent.set(token, known);
    this.#characters += token.length + known.text.length;
    if (this.#characters <= this.#half) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#characters = 0;
  }
}
