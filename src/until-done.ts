/** Does the work when first asked, and again only if it failed: nobody does it twice side by side. */
/* @__NO_SIDE_EFFECTS__ */
export function untilDone<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
}
