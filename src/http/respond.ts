import { serializeCookie } from "../cookies/serialize.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import type { Outcome } from "./outcome.js";
import { localOf, type Site } from "./urls.js";

// What depends on who asks, or on the host that was asked, is for nobody else and is not kept (RFC 9111).
const privateHeaders = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
  vary: "Cookie",
} as const;

/** No browser takes data for a script or a page. */
const jsonHeaders = {
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
} as const;

/** For responses of the application to which a cookie of the library was added. */
export const neverKept = "private, no-store";

export interface RespondOptions {
  readonly cookies: readonly ResponseCookie[];
  readonly headOnly: boolean;
  /** The caller asked to get the address of a redirect as JSON. */
  readonly redirectAsJson?: boolean;
  /** A form was sent: the browser goes on by GET, and sends nothing of it again (RFC 9110, section 15.4.4). */
  readonly afterPost?: boolean;
  /** The site, where its own scheme must not be named: see `isSecureOutside`. */
  readonly schemeless?: Site | undefined;
}

/** The one place where a `Response` is made. */
export function respond(outcome: Outcome, options: RespondOptions): Response {
  const { cookies } = options;
  const { body, status, headers } = answerTo(localised(outcome, options), options);
  const all = cookies.length > 0 ? withCookies(headers, cookies) : headers;
  return new Response(body, { status, headers: all });
}

/** Given to the constructor, since what is added later is lost where a response is copied by its parts. */
function withCookies(
  headers: Record<string, string>,
  cookies: readonly ResponseCookie[],
): [string, string][] {
  const all = Object.entries(headers);
  for (const cookie of cookies) all.push(["set-cookie", serializeCookie(cookie)]);
  return all;
}

function localised(outcome: Outcome, { schemeless }: RespondOptions): Outcome {
  if (!schemeless || outcome.kind !== "redirect") return outcome;
  return { ...outcome, to: localOf(schemeless, outcome.to) };
}

interface Answer {
  readonly body: BodyInit | null;
  readonly status: number;
  readonly headers: Record<string, string>;
}

function answerTo(outcome: Outcome, options: RespondOptions): Answer {
  const headers = headersOf(outcome);
  if (outcome.kind === "redirect" && options.redirectAsJson) {
    Object.assign(headers, jsonHeaders);
    // On a redirect proper it would ask the browser to wait before it goes on (RFC 9110, section 10.2.3).
    if (outcome.retryAfter !== undefined) headers["retry-after"] = String(outcome.retryAfter);
    const body = options.headOnly ? null : JSON.stringify({ url: outcome.to });
    return { body, status: 200, headers };
  }
  const status = outcome.kind === "redirect" ? (options.afterPost ? 303 : 302) : outcome.status;
  return { body: options.headOnly ? null : bodyOf(outcome), status, headers };
}

/** The same as plain data, for `raw`. */
export function respondRaw(outcome: Outcome, cookies: readonly ResponseCookie[]): ResponseInternal {
  const common = { headers: new Headers(headersOf(outcome)), cookies: [...cookies] };
  if (outcome.kind === "redirect") return { ...common, status: 302, redirect: outcome.to };
  if (outcome.kind === "empty") return { ...common, status: outcome.status };
  return { ...common, status: outcome.status, body: outcome.body };
}

function headersOf(outcome: Outcome): Record<string, string> {
  const headers: Record<string, string> = outcome.kind === "asset" ? {} : { ...privateHeaders };
  if (outcome.kind === "redirect") headers["location"] = outcome.to;
  else Object.assign(headers, outcome.headers);
  if (outcome.kind === "json") Object.assign(headers, jsonHeaders);
  return headers;
}

function bodyOf(outcome: Outcome): string | null {
  if (outcome.kind === "json") return JSON.stringify(outcome.body ?? null);
  return outcome.kind === "html" || outcome.kind === "asset" ? outcome.body : null;
}
