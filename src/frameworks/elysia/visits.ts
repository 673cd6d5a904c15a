import type { Engine } from "../../engine/index.js";
import { clientIp, type Connection } from "../visit/client.js";
import { addressOf } from "../visit/origin.js";
import { writtenPath } from "../visit/sender.js";
import { throwing } from "../visit/thrown.js";
import { createVisit, type Visit } from "../visit/visit.js";

const visits = new WeakMap<Request, Visit>();

/** Stands for a response: Elysia shows the message of every other error. */
export class Refused extends Error {
  constructor(
    readonly status: 403 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function beginVisit(request: Request, engine: Engine, connection: Connection): Visit {
  const { url, method, headers } = request;
  const address = addressOf(url, headers, connection.trustsProxy);
  const ip = () => clientIp(connection);
  const plain = createVisit(engine, { method, headers, url: address, path: writtenPath(url), ip });
  const auth = throwing(
    plain.auth,
    (status, message, cause) => new Refused(status, message, { cause }),
  );
  const visit = { ...plain, auth };
  visits.set(request, visit);
  return visit;
}

/** The visit that the plugin began when the request came. */
export function visitOf(request: Request): Visit {
  const visit = visits.get(request);
  if (visit) return visit;
  throw new Error("There is no sign-in here yet: the application must `.use(ElysiaAuth(config))`.");
}

/** The Set-Cookie lines of a request, if it came by here. */
export function linesOf(request: Request): readonly string[] {
  return visits.get(request)?.leave() ?? [];
}
