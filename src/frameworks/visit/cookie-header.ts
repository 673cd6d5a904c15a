import { serializeCookie } from "../../core/engine/index.js";
import type { ResponseCookie } from "../../types/http.js";

/** The Cookie header that a browser sends after these cookies were set. */
export function cookieHeaderAfter(
  header: string | null,
  changes: readonly ResponseCookie[],
): string | null {
  const changed = new Set(changes.map(({ name }) => name));
  const kept = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !changed.has(pair.split("=", 1)[0] ?? ""));
  const set = changes
    .filter((cookie) => cookie.options.maxAge !== 0)
    .map((cookie) => serializeCookie({ ...cookie, options: {} }));
  return [...kept, ...set].join("; ") || null;
}

/** The headers that a browser sends then. */
export function headersAfter(headers: Headers, changes: readonly ResponseCookie[]): Headers {
  const after = new Headers([...headers]);
  const cookie = cookieHeaderAfter(headers.get("cookie"), changes);
  if (cookie === null) after.delete("cookie");
  else after.set("cookie", cookie);
  return after;
}
