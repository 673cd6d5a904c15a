type Timer = ReturnType<typeof setTimeout>;

/** Rejects with `late()` when the work takes longer than this. The work itself is not stopped. */
export function withDeadline<T>(
  work: PromiseLike<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  return race(work, (ring) => {
    const timer = setTimeout(() => ring(late()), milliseconds);
    return () => clearTimeout(timer);
  });
}

/**
 * Steps of the microtask queue that work is given before a timer is set for it. SQLite and stores in
 * memory answer within fewer.
 */
const patience = 32;

/**
 * A time limit for many pieces of work of one kind. A timer costs a session read from SQLite a tenth
 * of its time, so none is set for work that ends without waiting for anything outside, until a first
 * piece of work had to be waited for.
 */
export class Deadline {
  readonly #milliseconds: number;
  #waits = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** As `withDeadline`. */
  over<T>(work: PromiseLike<T>, late: () => Error): Promise<T> {
    if (this.#waits) return withDeadline(work, this.#milliseconds, late);
    return race(work, (ring) => {
      const clock: Clock = { stopped: false, timer: undefined };
      void this.#startPatiently(clock, () => ring(late()));
      return () => {
        clock.stopped = true;
        clearTimeout(clock.timer);
      };
    });
  }

  async #startPatiently(clock: Clock, ring: () => void): Promise<void> {
    for (let step = 0; step < patience; step++) {
      await undefined;
      if (clock.stopped) return;
    }
    this.#waits = true;
    clock.timer = setTimeout(ring, this.#milliseconds);
  }
}

interface Clock {
  stopped: boolean;
  timer: Timer | undefined;
}

/** What the work gives, unless the bell that was set rings before it. */
function race<T>(
  work: PromiseLike<T>,
  set: (ring: (error: Error) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = set(reject);
    work.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it is
        reject(error);
      },
    );
  });
}
