import { neverKept } from "../../core/engine/index.js";
import type { ServerResponse } from "./http-types.js";

/**
 * Adds the cookies that `leave` returns to a response just before it's sent: every way of sending
 * passes through here.
 */
export function addCookiesAtLast(res: ServerResponse, leave: () => readonly string[]): void {
  const send = res.writeHead.bind(res);
  const writeHead = (...given: readonly unknown[]): unknown => {
    if (res.headersSent) return Reflect.apply(send, res, given);
    // Headers passed here would replace those set before.
    for (const [name, value] of given.flatMap(headersIn)) res.setHeader(name, value);
    addTo(res, leave());
    return Reflect.apply(
      send,
      res,
      given.filter((part) => headersIn(part).length === 0),
    );
  };
  Object.defineProperty(res, "writeHead", { value: writeHead, configurable: true, writable: true });
}

function addTo(res: ServerResponse, lines: readonly string[]): void {
  if (lines.length === 0) return;
  res.appendHeader("set-cookie", lines);
  // A cached response would send these cookies to others.
  res.setHeader("cache-control", neverKept);
}

function headersIn(part: unknown): [string, string | number | readonly string[]][] {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return [];
  return Object.entries(part).flatMap(([name, value]) => (isHeader(value) ? [[name, value]] : []));
}

function isHeader(value: unknown): value is string | number | readonly string[] {
  return typeof value === "string" || typeof value === "number" || Array.isArray(value);
}
