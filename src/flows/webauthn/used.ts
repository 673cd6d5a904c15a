const mostKept = 10_000;

/**
 * The challenges that were answered in this process and have not expired yet. The browser is told to
 * forget a challenge once it was answered; this is for those who kept a copy.
 */
export class UsedChallenges {
  readonly #expiries = new Map<string, number>();

  /** Notes a challenge that is good until `expires`; false when it was used before. */
  add(challenge: string, expires: number, now: number): boolean {
    if (this.#expiries.has(challenge)) return false;
    this.#expiries.set(challenge, expires);
    if (this.#expiries.size > mostKept) this.#makeRoom(now);
    return true;
  }

  #makeRoom(now: number): void {
    for (const [challenge, expires] of this.#expiries) {
      if (expires < now) this.#expiries.delete(challenge);
    }
    const [oldest] = this.#expiries.keys();
    if (oldest !== undefined && this.#expiries.size > mostKept) this.#expiries.delete(oldest);
  }
}
