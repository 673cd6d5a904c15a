import type { Engine } from "../../engine/index.js";
import { callable } from "../visit/callable.js";
import type { LocalsAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import type { AstroContext } from "./context.js";

const visits = new WeakMap<LocalsAuth, Visit>();

export function beginVisit(context: AstroContext, engine: Engine): Visit {
  const { request, url, isPrerendered } = context;
  const { method } = request;
  // Nobody asks for a page that is being built: Astro warns of whoever reads its headers.
  const headers = isPrerendered ? new Headers() : request.headers;
  const hostTrusted = isHostTrusted(context);
  const ip = () => addressOf(context);
  const visit = createVisit(engine, { method, headers, url, path: url.pathname, hostTrusted, ip });
  const auth = callable(visit.auth);
  visits.set(auth, visit);
  context.locals.auth = auth;
  return visit;
}

/** Some adapters do not know the address, and say so by throwing. */
export function addressOf(context: AstroContext): string | undefined {
  try {
    return context.clientAddress;
  } catch {
    return undefined;
  }
}

/** Whether the site is where astro.config says. */
export function isHostTrusted({ site, url }: AstroContext): boolean {
  return site?.origin === url.origin;
}

/** What `onRequest` began. */
export function visitOf({ locals }: { readonly locals: Partial<App.Locals> }): Visit {
  const visit = locals.auth && visits.get(locals.auth);
  if (visit) return visit;
  throw new Error("There is no sign-in here yet: `onRequest` of AstroAuth must come before.");
}
