import { race, withDeadline } from "../async/deadline.js";

interface Immediates {
  setImmediate?(work: () => void): unknown;
  clearImmediate?(immediate: unknown): void;
}

/**
 * The time limit for calls to one data store. A timer would add a tenth to a session read from SQLite, so
 * there is none while calls finish without waiting for I/O (SQLite, the memory adapter).
 */
export class StoreDeadline {
  readonly #milliseconds: number;
  #waits = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** As `withDeadline`. */
  over<T>(work: PromiseLike<T>, late: () => Error): Promise<T> {
    // Not every runtime has it. Runs when nothing is left to do but wait.
    const host: Immediates = globalThis;
    if (this.#waits || !host.setImmediate) return withDeadline(work, this.#milliseconds, late);
    return race(work, (ring) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const immediate = host.setImmediate?.(() => {
        this.#waits = true;
        timer = setTimeout(() => ring(late()), this.#milliseconds);
      });
      return () => {
        host.clearImmediate?.(immediate);
        if (timer !== undefined) clearTimeout(timer);
      };
    });
  }
}
