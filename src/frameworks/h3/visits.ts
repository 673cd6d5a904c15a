import type {} from "h3";
import { neverKept } from "../../core/engine/index.js";
import { answerRoute } from "../node/answer-route.js";
import { addCookiesAtLast } from "../node/before-headers.js";
import { peerOf, peerOfWeb } from "../node/peer.js";
import { senderOfNode } from "../node/sender.js";
import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import { createEngines, environment, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { mountBefore, warnOfMount } from "../visit/mount.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, type Sender, writtenPath } from "../visit/sender.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { contentOf } from "../visit/web.js";
import { type AuthEvent, isWebEvent, type NodeEvent, type WebEvent } from "./event.js";

/** The options of the h3 integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type H3AuthConfig = ProxiedConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type H3AuthSource = Source<H3AuthConfig, AuthEvent>;

declare module "h3" {
  interface H3EventContext {
    auth: RequestAuth;
  }
}

/** The visits that an earlier middleware began, by the context of the event. */
export const visits = createRegistry<object, Visit>(
  "call `app.use(H3Auth(config))` before this handler.",
);

/** How visits start; `basePath` is the default path of the routes. */
export function entrance(
  source: H3AuthSource,
  basePath?: string,
): (event: AuthEvent) => Promise<Visit> {
  const engineFor = createEngines(source, () => ({ env: environment(), basePath }));
  return async (event) => {
    const { config, engine } = await engineFor(event);
    const sender = isWebEvent(event) ? senderOf(event) : senderOfNode(event.node.req);
    // The client's address from the server that runs h3; otherwise the socket's.
    const peer = () => (isWebEvent(event) ? event.req.ip : undefined) ?? peerAt(event);
    const proxied = behindProxy(sender, { trustProxy: config.trustProxy, peer });
    const ip = () => event.context.clientAddress ?? proxied.ip?.();
    const visit = createVisit(engine, { ...proxied, ip });
    Reflect.set(event.context, "auth", visit.auth);
    return visits.begin(event.context, visit);
  };
}

function senderOf({ req }: WebEvent): Sender {
  const { method, url } = req;
  const headers = new Headers([...req.headers.entries()]);
  return { method, headers, url: new URL(url), path: writtenPath(url) };
}

/** The IP address of the socket. */
function peerAt(event: AuthEvent): string | undefined {
  return isWebEvent(event) ? peerOfWeb(event.req) : peerOf(event.node.req);
}

/** The response of one of the library's own routes. */
export async function answerOf(event: AuthEvent, visit: Visit): Promise<Response> {
  if (!isWebEvent(event)) return answerRoute(visit, event.node.req, await bodyRead(event));
  const { engine, sender, leave } = visit;
  // A pending renewal is dropped: it could undo what the route does.
  leave();
  const headers = [...event.req.headers.entries()];
  return engine.handle(new Request(sender.url, { ...contentOf(event.req), headers }), {
    ip: sender.ip?.(),
    peer: peerAt(event),
    hostTrusted: sender.hostTrusted,
  });
}

/** The path that a middleware is mounted on, such as `/login`. Empty if it's mounted on all. */
function mountOf(event: AuthEvent, sender: Sender): string {
  // Version 1 strips it, and version 2 matches the rest, as in `/login/**`.
  if (!isWebEvent(event)) return mountBefore(event.node.req.url?.split("?", 1)[0] ?? "", sender);
  const rest = event.context.middlewareParams?.["_"];
  return rest === undefined ? "" : mountBefore(`/${rest}`, sender);
}

/** Where h3 1 keeps a body that was read. */
const rawBody = Symbol.for("h3RawBody");

async function bodyRead({ node: { req } }: NodeEvent): Promise<unknown> {
  const kept: unknown = await Reflect.get(req, rawBody);
  return kept ?? Reflect.get(req, "body");
}

/** The response for visitors who aren't signed in; undefined if the request may pass. */
export async function refusalFor(
  event: AuthEvent,
  options?: GuardOptions,
): Promise<Response | undefined> {
  const { refusal } = await checkAccess(visits.get(event.context), options);
  return refusal && responseOf(refusal);
}

/** Ends the event with a response. */
export async function answerWith(event: AuthEvent, response: Response): Promise<unknown> {
  if (isWebEvent(event)) return response;
  // In version 1, what a hook returns isn't sent.
  await event.respondWith(response);
  return undefined;
}

/** Continues, and adds the visit's cookies to the application's response. */
export async function continueEvent(
  event: AuthEvent,
  visit: Visit,
  next: () => unknown,
): Promise<unknown> {
  const mount = mountOf(event, visit.sender);
  if (isWebEvent(event)) {
    const answer = await withCookies(event, visit, next);
    // What h3 says where nobody has answered.
    if (typeof answer === "symbol") await warnOfMount(visit, mount);
    return answer;
  }
  const { res } = event.node;
  // Version 1 has no hook before the response.
  addCookiesAtLast(res, () => {
    if (res.statusCode === 404) void warnOfMount(visit, mount);
    return visit.leave();
  });
  return undefined;
}

async function withCookies(event: WebEvent, visit: Visit, next: () => unknown): Promise<unknown> {
  try {
    return await next();
  } finally {
    const lines = visit.leave();
    const { headers, errHeaders } = event.res;
    for (const target of lines.length > 0 ? [headers, errHeaders] : []) {
      for (const line of lines) target.append("set-cookie", line);
      // A cached response would send these cookies to others.
      target.set("cache-control", neverKept);
    }
  }
}
