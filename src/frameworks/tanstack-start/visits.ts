import { type Engine, neverKept } from "../../core/engine/index.js";
import { peerOfWeb } from "../node/peer.js";
import { type ErrorMaker, Refused, withErrorsOf } from "../visit/errors.js";
import type { ProxiedConfig } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, type Sender } from "../visit/sender.js";
import { memberOf } from "../visit/shapes.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused, withCookies } from "../visit/web.js";

/** A visit, and how it may end. */
export interface RequestState {
  readonly visit: Visit;
  /** Creates the value to throw for a refusal. */
  readonly refusal: (status: 401 | 403 | 429 | 503, message: string, cause?: unknown) => unknown;
  /** An error thrown while a page was rendered. */
  failure?: Refused;
}

/** The arguments of a request middleware that are used here. */
interface Arrival {
  readonly request: Request;
  readonly handlerType: "serverFn" | "router";
}

const requestStates = createRegistry<object, RequestState>(
  "add the middleware of TanStackStartAuth in src/start.ts.",
);

export function begin(
  { request, handlerType }: Arrival,
  engine: Engine,
  config: ProxiedConfig,
): RequestState {
  const plain = createVisit(engine, senderFor(request, config));
  const refusal: RequestState["refusal"] = (status, message, cause) => {
    // In the browser, a call rejects with a response that is thrown. A loader must throw an error.
    if (handlerType === "serverFn") return refused(status, message);
    return (state.failure = new Refused(status, message, { cause }));
  };
  const auth = withErrorsOf(plain.auth, refusal satisfies ErrorMaker);
  const state: RequestState = { visit: { ...plain, auth }, refusal };
  return requestStates.begin(auth, state);
}

export function senderFor(request: Request, { trustProxy }: ProxiedConfig): Sender {
  const { method, headers } = request;
  const url = new URL(request.url);
  const peer = () => peerOfWeb(request);
  return behindProxy({ method, headers, url, path: url.pathname }, { trustProxy, peer });
}

/** The visits that the middleware of `src/start.ts` started. */
export function stateOf(context: unknown): RequestState {
  const auth = memberOf(context, "auth");
  return requestStates.get(typeof auth === "object" && auth !== null ? auth : undefined);
}

/* oxlint-disable house/no-response -- what the application answers may be changed in a copy only */

/** Copies a response with the visit's cookies. */
export function changed(
  response: Response,
  { failure }: RequestState,
  lines: readonly string[],
): Response {
  // TanStack Start renders a page with status 500 for a loader's error.
  const status = response.status === 500 ? (failure?.status ?? 500) : response.status;
  const copy = withCookies(response, lines, status);
  if (copy === response) return response;
  copy.headers.set("cache-control", neverKept);
  const options: unknown = Reflect.get(response, "options");
  return options === undefined ? copy : Object.assign(copy, { options });
}

export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/**
 * Redirects through the router, which recognizes its redirects by their options. The sign-in page
 * isn't a route of the application, so the browser must load it.
 */
export function leadingTo(href: string): Response {
  const options = { href, statusCode: 302, reloadDocument: true };
  return Object.assign(redirectTo(href), { options });
}
