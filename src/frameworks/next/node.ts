import { neverKept, serializeCookie } from "../../engine/index.js";
import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import type { Ready } from "./environment.js";
import { readSession } from "./read.js";
import type { NodeRequest, NodeResponse } from "./types.js";

/** A request of Node.js and its response, as API routes and `getServerSideProps` have them. */
export interface Exchange {
  readonly req: NodeRequest;
  readonly res: NodeResponse;
}

/** The session of an exchange. When it is due for renewal, the cookie is renewed on the response. */
export async function readForNode(
  getReady: () => Promise<Ready>,
  { req, res }: Exchange,
): Promise<Session | null> {
  const sender = { headers: headersOf(req), renew: !res.headersSent };
  const { session, cookies } = await readSession(getReady, sender);
  if (cookies.length > 0 && !res.headersSent) addCookies(res, cookies);
  return session;
}

function headersOf({ headers }: NodeRequest): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const item of [value].flat()) read.append(name, item);
  }
  return read;
}

function addCookies(res: NodeResponse, cookies: readonly ResponseCookie[]): void {
  const already = [res.getHeader("set-cookie") ?? []].flat().map(String);
  res.setHeader("set-cookie", [...already, ...cookies.map(serializeCookie)]);
  res.setHeader("cache-control", [neverKept]);
}
