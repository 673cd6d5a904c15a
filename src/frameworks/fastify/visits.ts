import type { FastifyRequest } from "fastify";
import type { Engine } from "../../engine/index.js";
import { senderOf } from "../node/sender.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";

const visits = new WeakMap<RequestAuth, Visit>();
const missing = "There is no sign-in here: register `FastifyAuth` before the routes.";

/** The visit of a request that has `auth`. */
export function visitOf(request: FastifyRequest): Visit {
  const visit = visits.get(request.auth);
  if (visit) return visit;
  throw new Error(missing);
}

/** Begins a visit when it is first asked for, or before, where each request has an engine of its own. */
export function createVisits(shared: Engine | undefined) {
  const begun = new WeakMap<FastifyRequest, Visit>();
  const begin = (request: FastifyRequest, engine = shared): Visit => {
    if (!engine) throw new Error(missing);
    const visit = createVisit(engine, senderFor(request));
    begun.set(request, visit);
    visits.set(visit.auth, visit);
    return visit;
  };
  return {
    begin,
    of: (request: FastifyRequest): Visit => begun.get(request) ?? begin(request),
    begun: (request: FastifyRequest): Visit | undefined => begun.get(request),
  };
}

function senderFor(request: FastifyRequest) {
  const { raw, protocol, url: target } = request;
  // Before version 5 `hostname` has the port, and there is no `host`.
  const host = "host" in request ? request.host : Reflect.get(request, "hostname");
  const hostTrusted = isProxyTrusted(request);
  const ip = () => request.ip;
  return senderOf({ req: raw, protocol, host: String(host), target, hostTrusted, ip });
}

/**
 * Whether Fastify trusts the other end of the socket (`trustProxy`). It lists the addresses up to the first that it
 * does not trust, and keeps to itself which those are: so it is asked about a request that names one more.
 */
function isProxyTrusted(request: FastifyRequest): boolean {
  const { socket } = request.raw;
  const raw = { socket, headers: { "x-forwarded-for": "192.0.2.1" } };
  const asked: unknown = Reflect.get(Object.create(request, { raw: { value: raw } }), "ips");
  return Array.isArray(asked) && asked.length > 1;
}
