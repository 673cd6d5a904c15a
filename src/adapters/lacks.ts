import { isRecord } from "../core/values/json.js";

/** The key of a sentence by which an adapter says why it lacks methods, and what to do. */
export const lacksMethods = Symbol.for("latchkey.lacks-methods");

/** Undefined if the adapter doesn't say. */
export function whyLacking(adapter: unknown): string | undefined {
  const why: unknown = isRecord(adapter) ? Reflect.get(adapter, lacksMethods) : undefined;
  return typeof why === "string" ? why : undefined;
}
