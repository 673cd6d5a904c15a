import type { FastifyRequest } from "fastify";
import type { Engine } from "../../engine/index.js";
import { senderOf } from "../node/sender.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";

const visits = new WeakMap<RequestAuth, Visit>();

/** The visit of a request that has `auth`. */
export function visitOf(request: FastifyRequest): Visit {
  const visit = visits.get(request.auth);
  if (visit) return visit;
  throw new Error("There is no sign-in here: register `FastifyAuth` before the routes.");
}

/** Begins a visit when it is first asked for; most requests ask for nothing. */
export function createVisits(engine: Engine) {
  const begun = new WeakMap<FastifyRequest, Visit>();
  const begin = (request: FastifyRequest): Visit => {
    const visit = createVisit(engine, senderFor(request));
    begun.set(request, visit);
    visits.set(visit.auth, visit);
    return visit;
  };
  return {
    of: (request: FastifyRequest): Visit => begun.get(request) ?? begin(request),
    begun: (request: FastifyRequest): Visit | undefined => begun.get(request),
  };
}

function senderFor(request: FastifyRequest) {
  const { raw, protocol, url: target } = request;
  // Before version 5 `hostname` has the port, and there is no `host`.
  const host = "host" in request ? request.host : Reflect.get(request, "hostname");
  return senderOf({ req: raw, protocol, host: String(host), target });
}
