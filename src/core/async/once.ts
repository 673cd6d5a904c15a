/**
 * Loads a module on first use and returns it synchronously from then on. Asking the runtime's module cache
 * takes longer than many of the calls.
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
