/** Rejects with `late()` if the work takes longer than this. The work itself isn't stopped. */
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

/** Returns the result of an app function: at once if it's synchronous, otherwise within this time, or it rejects. */
export async function askInTime<T>(
  name: string,
  ask: () => T | PromiseLike<T>,
  milliseconds: number,
): Promise<T> {
  const answer = ask();
  if (!isPromise(answer)) return answer;
  return withDeadline(answer, milliseconds, () => neverSettled(name, milliseconds));
}

export function neverSettled(name: string, milliseconds: number): Error {
  return new Error(
    `\`${name}\` didn't return within ${milliseconds} ms. Check what it waits for, or raise the option "timeout".`,
  );
}

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}

/** Races the work against a timer. `set` starts the timer and returns how to stop it. */
export function race<T>(
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
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- passed on as it is
        reject(error);
      },
    );
  });
}
