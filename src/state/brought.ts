import type { Awaitable } from "../types/common.js";
import type { SharedState } from "./contract.js";

/**
 * Under this key an adapter tells the shared state that its store can hold; null when it can not now.
 * Not a method of the contract: it stays with an adapter that is copied to change some of its methods.
 */
export const bringsState = Symbol.for("latchkey.shared-state");

type Bring = () => Awaitable<SharedState | null>;

/** Undefined when the adapter knows nothing of shared state. */
export async function broughtState(adapter: object): Promise<SharedState | null | undefined> {
  const bring: unknown = Reflect.get(adapter, bringsState);
  return isBring(bring) ? bring() : undefined;
}

function isBring(value: unknown): value is Bring {
  return typeof value === "function";
}
