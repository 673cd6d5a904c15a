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
  readonly #end: number;
  #waits = false;

  /** `end` is when the transaction that the calls are part of has to end. */
  constructor(milliseconds: number, end = Infinity) {
    this.#milliseconds = milliseconds;
    this.#end = end;
  }

  get isOver(): boolean {
    return this.#left() <= 0;
  }

  #left(): number {
    return this.#end === Infinity
      ? this.#milliseconds
      : Math.min(this.#milliseconds, this.#end - performance.now());
  }

  /** As `withDeadline`. */
  over<T>(work: PromiseLike<T>, late: () => Error): Promise<T> {
    // Not every runtime has it. Runs when nothing is left to do but wait.
    const host: Immediates = globalThis;
    if (this.#waits || !host.setImmediate) return withDeadline(work, this.#left(), late);
    return race(work, (ring) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const immediate = host.setImmediate?.(() => {
        this.#waits = true;
        timer = setTimeout(() => ring(late()), this.#left());
      });
      return () => {
        host.clearImmediate?.(immediate);
        if (timer !== undefined) clearTimeout(timer);
      };
    });
  }
}
