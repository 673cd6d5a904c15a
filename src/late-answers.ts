/** Calls that were given up, by the error that says so: they may still have an effect. */
const pending = new WeakMap<Error, Promise<unknown>>();

/** Keeps what an error did not wait for. */
export function withLateAnswer(error: Error, answer: Promise<unknown>): Error {
  pending.set(error, answer);
  return error;
}

/**
 * Does something when a call that was given up succeeds after all, so that no effect of it is left behind
 * that nobody knows of. Nothing waits for it; it tells its own failures.
 */
export function whenLate(error: unknown, act: (answer: unknown) => Promise<void>): void {
  const answer = error instanceof Error ? pending.get(error) : undefined;
  void answer?.then(act).catch(() => undefined);
}
