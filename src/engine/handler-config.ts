import type { AuthConfig } from "../types/config.js";

type Read = () => Promise<AuthConfig>;

/** The same in every copy of the library: the command line may be another than the application's. */
const behind = Symbol.for("latchkey.configuration");

/** Lets `latchkey doctor` find the configuration behind handlers, where a file exports only these. */
export function setConfigBehind(handler: object, read: Read): void {
  Object.defineProperty(handler, behind, { value: read });
}

/** The configuration behind a handler; undefined if it isn't one of the library's. */
export function configBehind(handler: object): Promise<AuthConfig> | undefined {
  const read: unknown = Reflect.get(handler, behind);
  return isRead(read) ? read() : undefined;
}

function isRead(value: unknown): value is Read {
  return typeof value === "function";
}
