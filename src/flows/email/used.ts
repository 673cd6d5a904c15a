const mostKept = 10_000;

/**
 * Lets every stored token be used once in this process, also with an adapter that looks a token up and
 * deletes it in two steps.
 */
export class UsedTokens {
  readonly #taken = new Set<string>();

  /** Runs `use` unless this token is being used or was used; null means that there was none. */
  async once<T>(hash: string, use: () => Promise<T | null>): Promise<T | null> {
    if (this.#taken.has(hash)) return null;
    this.#taken.add(hash);
    try {
      const found = await use();
      if (found === null) this.#taken.delete(hash);
      else this.#dropOldest();
      return found;
    } catch (error) {
      this.#taken.delete(hash);
      throw error;
    }
  }

  #dropOldest(): void {
    const [oldest] = this.#taken;
    if (oldest !== undefined && this.#taken.size > mostKept) this.#taken.delete(oldest);
  }
}
