import { serializeCookie } from "../cookies/serialize.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import type { Outcome } from "./outcome.js";

// What depends on who asks is for nobody else and is not kept (RFC 9111).
const privateHeaders = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
  vary: "Cookie",
} as const;

export interface RespondOptions {
  readonly cookies: readonly ResponseCookie[];
  /** The caller asked to get the address of a redirect as JSON. */
  readonly redirectAsJson: boolean;
  readonly headOnly: boolean;
}

/** The one place where a `Response` is made. */
export function respond(outcome: Outcome, options: RespondOptions): Response {
  const response = withoutCookies(outcome, options);
  for (const cookie of options.cookies) {
    response.headers.append("set-cookie", serializeCookie(cookie));
  }
  return response;
}

function withoutCookies(outcome: Outcome, options: RespondOptions): Response {
  const headers = headersOf(outcome, options.cookies);
  if (outcome.kind === "redirect" && options.redirectAsJson) {
    headers["content-type"] = "application/json";
    const body = options.headOnly ? null : JSON.stringify({ url: outcome.to });
    return new Response(body, { status: 200, headers });
  }
  const status = outcome.kind === "redirect" ? 302 : outcome.status;
  return new Response(options.headOnly ? null : bodyOf(outcome), { status, headers });
}

/** The same as plain data, for `raw`. */
export function respondRaw(outcome: Outcome, cookies: readonly ResponseCookie[]): ResponseInternal {
  const common = { headers: new Headers(headersOf(outcome, cookies)), cookies: [...cookies] };
  if (outcome.kind === "redirect") return { ...common, status: 302, redirect: outcome.to };
  if (outcome.kind === "empty") return { ...common, status: outcome.status };
  return { ...common, status: outcome.status, body: outcome.body };
}

function headersOf(outcome: Outcome, cookies: readonly ResponseCookie[]): Record<string, string> {
  const shared = isShared(outcome) && cookies.length === 0;
  const headers: Record<string, string> = shared ? {} : { ...privateHeaders };
  if (outcome.kind === "redirect") headers["location"] = outcome.to;
  else Object.assign(headers, outcome.headers);
  if (outcome.kind === "json") headers["content-type"] = "application/json";
  return headers;
}

function isShared(outcome: Outcome): boolean {
  return outcome.kind === "asset" || (outcome.kind === "json" && outcome.shared === true);
}

function bodyOf(outcome: Outcome): string | null {
  if (outcome.kind === "json") return JSON.stringify(outcome.body ?? null);
  return outcome.kind === "html" || outcome.kind === "asset" ? outcome.body : null;
}
