export interface LimitOptions {
  /** How often something is allowed per window. */
  readonly most: number;
  /** Milliseconds. */
  readonly window: number;
  /** How many keys are kept; the least recently used one is dropped first. */
  readonly keys: number;
}

/** Counts in this process how often something happened recently. */
export class RecentLimit {
  readonly #options: LimitOptions;
  readonly #times = new Map<string, readonly number[]>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** Whether it's allowed once more now. If so, it's counted. */
  allows(key: string, now: number): boolean {
    const { most, window } = this.#options;
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - window);
    if (recent.length >= most) return false;
    this.#times.delete(key);
    this.#times.set(key, [...recent, now]);
    this.#dropOldest();
    return true;
  }

  /** Resets the counter. */
  forget(key: string): void {
    this.#times.delete(key);
  }

  #dropOldest(): void {
    const [oldest] = this.#times.keys();
    if (oldest !== undefined && this.#times.size > this.#options.keys) this.#times.delete(oldest);
  }
}
