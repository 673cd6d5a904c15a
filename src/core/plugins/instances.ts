import type { App } from "../plugin.js";

/** The instances of one plugin, by configuration. */
export interface Instances<T> {
  /** Called in `create`. */
  set(app: App, instance: T): void;
  /** For other plugins of the same configuration; undefined if it isn't configured. */
  in(app: Pick<App, "key">): T | undefined;
}

/**
 * Remembers what a plugin's `create` made, so that other plugins and its own server functions find it.
 * There's no registry: it's garbage collected with the configuration.
 */
/* @__NO_SIDE_EFFECTS__ */
export function instances<T>(): Instances<T> {
  const known = new WeakMap<object, T>();
  return {
    set: ({ key }, instance) => void known.set(key, instance),
    in: ({ key }) => known.get(key),
  };
}
