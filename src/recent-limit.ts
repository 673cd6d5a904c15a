export interface LimitOptions {
  /** How often something may be done in the time of a window. */
  readonly most: number;
  /** Milliseconds. */
  readonly window: number;
  /** How many keys are remembered; the one that was not used for longest is forgotten first. */
  readonly keys: number;
}

/** Counts, in this process, how often something was done of late. */
export class RecentLimit {
  readonly #options: LimitOptions;
  readonly #times = new Map<string, readonly number[]>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** Whether it may be done once more now; it is counted then. */
  allows(key: string, now: number): boolean {
    const { most, window } = this.#options;
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - window);
    if (recent.length >= most) return false;
    this.#times.delete(key);
    this.#times.set(key, [...recent, now]);
    this.#dropOldest();
    return true;
  }

  /** Starts to count anew. */
  forget(key: string): void {
    this.#times.delete(key);
  }

  #dropOldest(): void {
    const [oldest] = this.#times.keys();
    if (oldest !== undefined && this.#times.size > this.#options.keys) this.#times.delete(oldest);
  }
}
