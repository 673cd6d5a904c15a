/**
 * Loads a module when it is first asked for, and gives it at once from then on: the runtime knows it too,
 * but to ask takes longer than much of what is done with it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function once<T extends object>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined;
  return () =>
    loaded ??
    load().then((module) => {
      loaded = module;
      return module;
    });
}
