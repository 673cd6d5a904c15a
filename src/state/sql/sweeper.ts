import { inBatches } from "../../adapters/sql/batches.js";

/** Milliseconds between two sweeps. */
const between = 60_000;
/**
 * Milliseconds for which a row is kept when its time is over: the clock of this process may be ahead of
 * another's, which still counts on it.
 */
export const grace = 60 * 60 * 1000;

type Remove = (before: number, most: number) => Promise<number>;

/** Removes expired rows by the way: some at a time, with rests, and never in anybody's way. */
export class Sweeper {
  readonly #remove: Remove;
  #next = 0;
  #isRunning = false;

  constructor(remove: Remove) {
    this.#remove = remove;
  }

  mayRun(now: number): void {
    // By a clock that nobody puts forward or back.
    if (this.#isRunning || performance.now() < this.#next) return;
    this.#isRunning = true;
    // What it does not get done, the next one does.
    void inBatches((most) => this.#remove(now - grace, most))
      .catch(() => undefined)
      .finally(() => {
        this.#isRunning = false;
        this.#next = performance.now() + between;
      });
  }
}
