/** Calls that timed out, by the error that reported it. They may still take effect. */
const pending = new WeakMap<Error, Promise<unknown>>();

/** Remembers the call that timed out. */
export function withLateAnswer(error: Error, answer: Promise<unknown>): Error {
  pending.set(error, answer);
  return error;
}

/** Cleans up if a call that timed out succeeds after all. Nothing waits for it, and it logs its own failures. */
export function whenLate(error: unknown, act: (answer: unknown) => Promise<void>): void {
  const answer = error instanceof Error ? pending.get(error) : undefined;
  void answer?.then(act).catch(() => undefined);
}
