import type { PublicProvider } from "../../types/providers.js";
import type { Session } from "../../types/session.js";
import { SessionUnavailable } from "../../core/errors/errors.js";
import { broadcast } from "./channel.js";
import { routesUrl, shareRead } from "./page.js";
import { isSession, memberOf, textAt } from "../visit/shapes.js";
import { ask, parsed, type Reply } from "./request.js";
import type { GetSessionParams, RequestParams } from "./types.js";

/** A session as read; undefined if there was no response. */
export type Fetched = Session | null | undefined;

/** Reads the session. Concurrent callers share one request. */
export async function fetchSession(cookie?: string): Promise<Fetched> {
  const url = `${routesUrl()}/session`;
  const headers: HeadersInit = cookie === undefined ? {} : { cookie };
  const answer = await shareRead(url, (signal) => ask(url, { headers, signal }));
  return memberOf(answer, "dropped") === true ? fetchSession(cookie) : readSession(answer);
}

/** Sends data to the callbacks on the server, and returns the updated session. */
export async function postSession(data: unknown): Promise<Fetched> {
  const csrfToken = await getCsrfToken();
  const url = `${routesUrl()}/session`;
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ csrfToken, data });
  return readSession(await ask(url, { method: "POST", headers, body }));
}

function readSession(answer: unknown): Fetched {
  if (memberOf(answer, "ok") !== true) return undefined;
  const body = memberOf(answer, "body");
  return isSession(body) ? body : null;
}

/** The user of a session, for comparison. */
export function whoIs(session: Session | null): string {
  return JSON.stringify(session?.user ?? null);
}

/**
 * Whether two sessions may belong to the same user. What the server passes may have more fields
 * than what the browser reads, such as the id, so only fields that both have are compared.
 */
export function isSameWho(one: string, other: string): boolean {
  if (one === other) return true;
  // Other code on this site may send something else.
  const [a, b] = [parsed(one), parsed(other)];
  if (!isObject(a) || !isObject(b)) return false;
  const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name));
  return shared.every(
    (name) => JSON.stringify(memberOf(a, name)) === JSON.stringify(memberOf(b, name)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Returns the session, or null. Rejects with `SessionUnavailable` if the server can't be reached. In components,
 * use `useSession`.
 */
export async function getSession(params: GetSessionParams = {}): Promise<Session | null> {
  const session = await fetchSession(params.req?.headers.cookie);
  if (session === undefined) throw unavailable();
  if (params.broadcast !== false) broadcast({ kind: "seen", who: whoIs(session) });
  return session;
}

/** Thrown if the server can't be reached, or doesn't know whether the user is signed in. */
export function unavailable(): SessionUnavailable {
  return new SessionUnavailable(
    "The session couldn't be read, so it's unknown whether the user is signed in. Try again.",
  );
}

/** Returns the CSRF token that your own forms must send to sign in or out. Empty on failure. */
export async function getCsrfToken({ req }: RequestParams = {}): Promise<string> {
  const cookie = req?.headers.cookie;
  const headers: HeadersInit = cookie === undefined ? {} : { cookie };
  const answer = await ask(`${routesUrl()}/csrf`, { headers });
  return (answer.ok && textAt(answer.body, "csrfToken")) || "";
}

/** Returns the configured providers by id; null on failure. */
export async function getProviders(): Promise<Record<string, PublicProvider> | null> {
  const answer: Reply = await ask(`${routesUrl()}/providers`);
  return answer.ok && isProviders(answer.body) ? answer.body : null;
}

function isProviders(value: unknown): value is Record<string, PublicProvider> {
  return typeof value === "object" && value !== null;
}
