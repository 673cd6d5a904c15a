import type { AuthConfig } from "../auth-config.js";

type Read = () => Promise<AuthConfig>;

/** The same in every copy of the library: the CLI may use another copy than the app. */
const behind = Symbol.for("latchkey.configuration");

/** Lets `latchkey doctor` find the configuration behind handlers, if a file exports only those. */
export function setConfigBehind(handler: object, read: Read): void {
  Object.defineProperty(handler, behind, { value: read });
}

/** The configuration behind a handler; undefined if the handler isn't the library's. */
export function configBehind(handler: object): Promise<AuthConfig> | undefined {
  const read: unknown = Reflect.get(handler, behind);
  return isRead(read) ? read() : undefined;
}

function isRead(value: unknown): value is Read {
  return typeof value === "function";
}
