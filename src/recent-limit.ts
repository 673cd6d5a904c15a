const mostInWindow = 5;
const windowLength = 10 * 60 * 1000;
const mostAddresses = 10_000;

/** Counts, in this process, what was done about an address since its owner signed in last. */
export class RecentLimit {
  readonly #times = new Map<string, readonly number[]>();

  /** Whether it may be done once more now; it is counted then. */
  allows(identifier: string, now: number): boolean {
    const recent = (this.#times.get(identifier) ?? []).filter((time) => time > now - windowLength);
    if (recent.length >= mostInWindow) return false;
    this.#times.delete(identifier);
    this.#times.set(identifier, [...recent, now]);
    this.#dropOldest();
    return true;
  }

  /** The owner of the address signed in: start to count anew. */
  forget(identifier: string): void {
    this.#times.delete(identifier);
  }

  #dropOldest(): void {
    const [oldest] = this.#times.keys();
    if (oldest !== undefined && this.#times.size > mostAddresses) this.#times.delete(oldest);
  }
}
