import type { Engine } from "../../core/engine/index.js";
import { callable } from "../visit/callable.js";
import { createRegistry } from "../visit/registry.js";
import type { LocalsAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import type { AstroContext } from "./context.js";

/** The visits that `onRequest` began. */
export const visits = createRegistry<LocalsAuth, Visit>(
  "run `onRequest` of AstroAuth first, in src/middleware.ts.",
);

export function beginVisit(context: AstroContext, engine: Engine): Visit {
  const { request, url, isPrerendered } = context;
  const { method } = request;
  // A prerendered page has no request: Astro warns if its headers are read.
  const headers = isPrerendered ? new Headers() : request.headers;
  const hostTrusted = isHostTrusted(context);
  const ip = () => addressOf(context);
  const visit = createVisit(engine, { method, headers, url, path: url.pathname, hostTrusted, ip });
  const auth = callable(visit.auth);
  context.locals.auth = auth;
  return visits.begin(auth, visit);
}

/** Some adapters don't know the client's address, and throw. */
export function addressOf(context: AstroContext): string | undefined {
  try {
    return context.clientAddress;
  } catch {
    return undefined;
  }
}

/** Whether the request's host is the one in astro.config. */
export function isHostTrusted({ site, url }: AstroContext): boolean {
  return site?.origin === url.origin;
}
