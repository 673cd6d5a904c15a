import type { Engine } from "../../core/engine/index.js";
import { withErrorsOf } from "../visit/errors.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, type Proxy, senderOfWeb } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";

/** The visits that the plugin began when requests arrived. */
export const visits = createRegistry<Request, Visit>(
  "call `.use(ElysiaAuth(config))` before this route.",
);

/** Carries a response: Elysia shows the message of every other error. */
export class Refused extends Error {
  constructor(
    readonly status: 403 | 429 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function beginVisit(request: Request, engine: Engine, proxy: Proxy): Visit {
  const visit = createVisit(engine, behindProxy(senderOfWeb(request), proxy));
  return visits.begin(request, { ...visit, auth: withErrorsOf(visit.auth, asRefused) });
}

function asRefused(status: 403 | 429 | 503, message: string, cause: unknown): Refused {
  return new Refused(status, message, { cause });
}
