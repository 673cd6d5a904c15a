const mostEntries = 10_000;

/** Texts that were seen, each until it no longer matters. Bounded: the oldest are forgotten first. */
export class Seen {
  readonly #until = new Map<string, number>();

  /** Whether this is the first time. */
  add(text: string, lasts: number): boolean {
    const now = Date.now();
    const until = this.#until.get(text);
    if (until !== undefined && now < until) return false;
    this.#forget(now);
    this.#until.delete(text);
    this.#until.set(text, now + lasts);
    return true;
  }

  #forget(now: number): void {
    for (const [text, until] of this.#until) {
      if (now < until && this.#until.size < mostEntries) return;
      this.#until.delete(text);
    }
  }
}
