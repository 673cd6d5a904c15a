/// <reference types="node" />
import type { AsyncLocalStorage } from "node:async_hooks";
import { modeOf } from "../../core/engine/index.js";
import { memberOf, textAt } from "../visit/shapes.js";

/** How a request arrived, before Next.js added its own headers. */
export interface Arrival {
  /** The IP address of the socket. */
  readonly peer: string | undefined;
  /** The names of the headers that were sent, in lower case. */
  readonly sent: readonly string[];
}

/** Next.js bundles this file several times for one process. */
const key = Symbol.for("latchkey.next-arrivals");

/**
 * Records the socket of each new request, for pages that only the developer may see: Next.js passes
 * on no socket, and its `x-forwarded-for` is whatever the client sent. Node.js reports the start of
 * each request in the asynchronous context in which Next.js handles it. Does nothing in production,
 * or without Node.js.
 */
export function noteArrivals(): void {
  if (modeOf().production || noted() !== undefined) return;
  const storage = newStorage();
  const subscribe = builtin("node:diagnostics_channel")?.subscribe;
  if (!storage || !subscribe) return;
  Reflect.set(globalThis, key, storage);
  subscribe("http.server.request.start", (message) => storage.enterWith(arrivalIn(message)));
}

/** How the current request arrived; undefined if unknown. */
export function currentArrival(): Arrival | undefined {
  const arrival: unknown = noted()?.();
  const sent = memberOf(arrival, "sent");
  if (!Array.isArray(sent)) return undefined;
  return { peer: textAt(arrival, "peer"), sent: sent.map(String) };
}

function arrivalIn(message: unknown): Arrival {
  const raw = memberOf(memberOf(message, "request"), "rawHeaders");
  const names = Array.isArray(raw) ? raw.filter((_, index) => index % 2 === 0) : [];
  return {
    peer: textAt(message, "socket", "remoteAddress"),
    sent: names.map((name) => String(name).toLowerCase()),
  };
}

function noted(): (() => unknown) | undefined {
  const storage: unknown = Reflect.get(globalThis, key);
  const getStore = memberOf(storage, "getStore");
  if (typeof getStore !== "function") return undefined;
  return (): unknown => Reflect.apply(getStore, storage, []);
}

function newStorage(): AsyncLocalStorage<Arrival> | undefined {
  const hooks = builtin("node:async_hooks");
  return hooks && new hooks.AsyncLocalStorage<Arrival>();
}

/** Looked up at run time: bundles for the edge can't contain these modules. */
function builtin<Name extends "node:async_hooks" | "node:diagnostics_channel">(name: Name) {
  try {
    const host: Partial<Pick<NodeJS.Process, "getBuiltinModule">> = process;
    return host.getBuiltinModule?.(name);
  } catch {
    return undefined;
  }
}
