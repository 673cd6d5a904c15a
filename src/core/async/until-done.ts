/** Runs the work on first use, and again only if it failed. Concurrent callers share one run. */
/* @__NO_SIDE_EFFECTS__ */
export function untilDone<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}
