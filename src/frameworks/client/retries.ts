const first = 1000;
const longest = 30_000;

/** Milliseconds to wait before another try: longer each time, and not the same on every page. */
export function pauseBefore(attempt: number, chance: number): number {
  return Math.min(longest, first * 2 ** attempt) * (0.5 + chance / 2);
}

/** Tries again, later and later, until it is told that it is done. */
export class Retries {
  readonly #retry: () => void;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #allowed = false;

  constructor(retry: () => void) {
    this.#retry = retry;
  }

  allow(): void {
    this.#allowed = true;
  }

  /** It did not work. */
  again(): void {
    if (!this.#allowed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#retry, pauseBefore(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  done(): void {
    clearTimeout(this.#timer);
    this.#attempt = 0;
  }

  stop(): void {
    this.done();
    this.#allowed = false;
  }
}
