import { race, withDeadline } from "../deadline.js";

interface Immediates {
  setImmediate?(work: () => void): unknown;
  clearImmediate?(immediate: unknown): void;
}

/**
 * The time limit of all calls to one data store. A timer costs a session read from SQLite a tenth of
 * its time, so none is set for calls that end without waiting for anything outside (SQLite, a store in
 * memory), until a first one had to be waited for.
 */
export class StoreDeadline {
  readonly #milliseconds: number;
  #waits = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** As `withDeadline`. */
  over<T>(work: PromiseLike<T>, late: () => Error): Promise<T> {
    // Not every runtime has it. Its turn comes when nothing is left to do but to wait.
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
