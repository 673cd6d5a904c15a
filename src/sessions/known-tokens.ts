/** A token, and the cookie it came in: keys are derived from the cookie's name. */
export interface SentToken {
  readonly salt: string;
  readonly token: string;
}

interface Known {
  readonly salt: string;
  readonly text: string;
}

/** Characters of tokens and their texts after which the older half is forgotten. */
const half = 1024 * 1024;
/** How many tokens may have been seen once without being kept. */
const mostSeen = 4096;

/**
 * The texts of tokens that were authenticated and decrypted of late: browsers send the same token
 * with every request, and decrypting it again takes most of the time of a session read.
 *
 * What a token decrypts to never changes, so nothing here can be out of date. Whether it has expired
 * is asked at every read, and each read parses the text anew. Only authentic tokens get in; a token
 * that differs in one character is not found and has to be authenticated. The process holds the keys
 * to all of this anyway.
 *
 * A token is kept when it comes the second time: keeping those that come once only would cost more
 * than it saves.
 */
export class KnownTokens {
  readonly #half: number;
  #recent = new Map<string, Known>();
  #older = new Map<string, Known>();
  #characters = 0;
  /** Ends of tokens that came once. */
  readonly #seen = new Set<string>();

  constructor(halfOfCharacters = half) {
    this.#half = halfOfCharacters;
  }

  get({ salt, token }: SentToken): string | undefined {
    const found = this.#recent.get(token) ?? this.#older.get(token);
    if (found?.salt !== salt) return undefined;
    // Asked for again, it is forgotten last.
    if (this.#older.delete(token)) this.#put(token, found);
    return found.text;
  }

  /** Told of a token's text, which may be kept. */
  add({ salt, token }: SentToken, text: string): void {
    const end = token.slice(-12);
    if (this.#seen.has(end)) {
      // Cut out of a header, a token would keep all of it in memory; joined it stands alone.
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
