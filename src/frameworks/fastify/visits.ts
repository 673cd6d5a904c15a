import type { FastifyRequest } from "fastify";
import type { Engine } from "../../core/engine/index.js";
import { senderOf } from "../node/sender.js";
import { createRegistry } from "../visit/registry.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";

const missing = "register `FastifyAuth` before the routes.";
const visits = createRegistry<RequestAuth, Visit>(missing);

/** The visit of a request that has `auth`. */
export function visitOf(request: FastifyRequest): Visit {
  return visits.get(request.auth);
}

/** Starts a visit when it is first needed, or at once if each request has its own engine. */
export function createVisits(shared: Engine | undefined) {
  const begun = createRegistry<FastifyRequest, Visit>(missing);
  const begin = (request: FastifyRequest, engine = shared): Visit => {
    if (!engine) return begun.get(request);
    const visit = createVisit(engine, senderFor(request));
    visits.begin(visit.auth, visit);
    return begun.begin(request, visit);
  };
  return {
    begin,
    of: (request: FastifyRequest): Visit => begun.find(request) ?? begin(request),
    begun: begun.find,
  };
}

function senderFor(request: FastifyRequest) {
  const { raw, protocol, url: target } = request;
  // Before version 5, `hostname` includes the port and there is no `host`.
  const host = "host" in request ? request.host : Reflect.get(request, "hostname");
  const hostTrusted = isProxyTrusted(request);
  const ip = () => request.ip;
  return senderOf({ req: raw, protocol, host: String(host), target, hostTrusted, ip });
}

/**
 * Whether Fastify trusts the peer of the socket (`trustProxy`). It lists addresses up to the first
 * untrusted one without saying which that is, so the list is computed for a request with one more.
 */
function isProxyTrusted(request: FastifyRequest): boolean {
  const { socket } = request.raw;
  const raw = { socket, headers: { "x-forwarded-for": "192.0.2.1" } };
  const asked: unknown = Reflect.get(Object.create(request, { raw: { value: raw } }), "ips");
  return Array.isArray(asked) && asked.length > 1;
}
