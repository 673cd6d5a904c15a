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

/** What the work gives, unless the bell rings before it. `set` sets the bell and tells how to stop it. */
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
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it is
        reject(error);
      },
    );
  });
}
