import type { Awaitable } from "../../types/common.js";
import type { SharedState } from "./contract.js";

/**
 * The key under which an adapter offers shared state in its store; null if it can't right now. Not a method
 * of the contract, so it survives when an adapter is copied to override methods.
 */
export const bringsState = Symbol.for("latchkey.shared-state");

type Bring = () => Awaitable<SharedState | null>;

/** Undefined if the adapter has no shared state. */
export async function stateOfAdapter(adapter: object): Promise<SharedState | null | undefined> {
  const bring: unknown = Reflect.get(adapter, bringsState);
  return isBring(bring) ? bring() : undefined;
}

function isBring(value: unknown): value is Bring {
  return typeof value === "function";
}
