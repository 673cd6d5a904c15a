import type { AuthConfig } from "../types/config.js";

type Read = () => Promise<AuthConfig>;

const known = new WeakMap<object, Read>();

/** Lets `latchkey doctor` find the configuration behind handlers, where a file exports only these. */
export function setConfigBehind(handler: object, read: Read): void {
  known.set(handler, read);
}

/** The configuration behind a handler; undefined if this copy of the library didn't make it. */
export function configBehind(handler: object): Promise<AuthConfig> | undefined {
  return known.get(handler)?.();
}
