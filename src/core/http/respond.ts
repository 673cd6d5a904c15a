import type { ResponseCookie, ResponseInternal } from "../../types/http.js";
import { serializeCookie } from "../cookies/serialize.js";
import type { Outcome } from "./outcome.js";
import { localOf, type Site } from "./urls.js";

// Responses depend on the user or the host, so they're private and aren't cached (RFC 9111).
const privateHeaders = {
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
  vary: "Cookie",
} as const;

/** Keeps browsers from treating data as a script or a page. */
const jsonHeaders = {
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
} as const;

const privateJsonHeaders = { ...privateHeaders, ...jsonHeaders } as const;

/** For the app's own responses to which a cookie of the library was added. */
export const neverKept = "private, no-store";

export interface RespondOptions {
  readonly cookies: readonly ResponseCookie[];
  readonly headOnly: boolean;
  /** The caller wants the redirect URL as JSON. */
  readonly redirectAsJson?: boolean;
  /** A form was sent: the browser continues with GET and doesn't send it again (RFC 9110, section 15.4.4). */
  readonly afterPost?: boolean;
  /** Headers that let scripts of other sites read the response: empty for a site that may not, undefined if none may. */
  readonly allowed?: Readonly<Record<string, string>>;
  /** The site, if redirects mustn't name its scheme: see `isSecureOutside`. */
  readonly schemeless?: Site | undefined;
}

/** The only place that creates a `Response`. */
export function respond(outcome: Outcome, options: RespondOptions): Response {
  const { cookies, allowed } = options;
  const { body, status, headers } = answerTo(localised(outcome, options), options);
  if (allowed) Object.assign(headers, allowed, { vary: varyingBy(headers["vary"], "Origin") });
  return new Response(body, { status, headers: withCookies(headers, cookies) });
}

function varyingBy(others: string | undefined, header: string): string {
  return others === undefined ? header : `${others}, ${header}`;
}

/**
 * Passed to the constructor, because headers added later are lost if the response is copied by its parts. As a
 * plain object if possible, which is read twice as fast as a list of pairs.
 */
function withCookies(
  headers: Record<string, string>,
  cookies: readonly ResponseCookie[],
): Record<string, string> | [string, string][] {
  const [first, ...others] = cookies;
  if (!first) return headers;
  if (others.length === 0 && !("set-cookie" in headers)) {
    headers["set-cookie"] = serializeCookie(first);
    return headers;
  }
  const all = Object.entries(headers);
  for (const cookie of cookies) all.push(["set-cookie", serializeCookie(cookie)]);
  return all;
}

function localised(outcome: Outcome, { schemeless }: RespondOptions): Outcome {
  if (!schemeless || outcome.kind !== "redirect") return outcome;
  return { ...outcome, to: localOf(schemeless, outcome.to) };
}

type Redirect = Extract<Outcome, { kind: "redirect" }>;

interface Answer {
  readonly body: BodyInit | null;
  readonly status: number;
  readonly headers: Record<string, string>;
}

function answerTo(outcome: Outcome, options: RespondOptions): Answer {
  const { headOnly, redirectAsJson, afterPost } = options;
  if (outcome.kind === "redirect" && redirectAsJson) return targetAsJson(outcome, headOnly);
  const status = outcome.kind === "redirect" ? (afterPost ? 303 : 302) : outcome.status;
  return { body: headOnly ? null : bodyOf(outcome), status, headers: headersOf(outcome) };
}

function targetAsJson({ to, retryAfter }: Redirect, headOnly: boolean): Answer {
  const headers: Record<string, string> = { location: to, ...privateJsonHeaders };
  // On a real redirect it would ask the browser to wait before following it (RFC 9110, section 10.2.3).
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  return { body: headOnly ? null : JSON.stringify({ url: to }), status: 200, headers };
}

/** The same as plain data, for `raw`. */
export function respondRaw(outcome: Outcome, cookies: readonly ResponseCookie[]): ResponseInternal {
  const common = { headers: new Headers(headersOf(outcome)), cookies: [...cookies] };
  if (outcome.kind === "redirect") return { ...common, status: 302, redirect: outcome.to };
  if (outcome.kind === "empty") return { ...common, status: outcome.status };
  return { ...common, status: outcome.status, body: outcome.body };
}

/** A new object. Each is written as one literal, because adding to an object takes several times as long. */
function headersOf(outcome: Outcome): Record<string, string> {
  const { kind } = outcome;
  if (kind === "asset") return { ...outcome.headers };
  if (kind === "redirect") return { location: outcome.to, ...privateHeaders };
  if (kind !== "json") return { ...privateHeaders, ...outcome.headers };
  if (!outcome.headers) return { ...privateJsonHeaders };
  return { ...privateHeaders, ...outcome.headers, ...jsonHeaders };
}

function bodyOf(outcome: Outcome): string | null {
  if (outcome.kind === "json") return JSON.stringify(outcome.body ?? null);
  return outcome.kind === "html" || outcome.kind === "asset" ? outcome.body : null;
}
