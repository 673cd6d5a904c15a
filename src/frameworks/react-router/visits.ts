import type { RouterContext } from "react-router";
import type { Engine } from "../../engine/index.js";
import { clientIp } from "../visit/client.js";
import { addressOf } from "../visit/origin.js";
import { throwing } from "../visit/thrown.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused } from "../visit/web.js";
import type { AuthContext, ReactRouterAuthConfig, RouteArgs } from "./types.js";

const visits = new WeakMap<AuthContext, Visit>();

/**
 * Where loaders and actions find whoever sent the request.
 *
 * ```ts
 * const session = await context.get(authContext).session();
 * ```
 */
export const authContext: RouterContext<RequestAuth> = {};

export function beginVisit(
  args: RouteArgs,
  engine: Engine,
  { trustProxy }: ReactRouterAuthConfig,
): Visit {
  const { request, context } = args;
  const { method, headers } = request;
  const trustsProxy = trustProxy === true;
  const url = addressOf(pageOf(args).href, headers, trustsProxy);
  // React Router doesn't tell the address of the socket.
  const ip = () => clientIp({ peer: undefined, headers, trustsProxy });
  const plain = createVisit(engine, { method, headers, url, path: url.pathname, ip });
  // A response that is thrown is answered as it is, or shown by the nearest error boundary.
  const visit = { ...plain, auth: throwing(plain.auth, refused) };
  visits.set(context, visit);
  context.set(authContext, visit.auth);
  return visit;
}

/** The page, also where React Router's own client asks for the data of it. */
function pageOf({ request, url }: RouteArgs): URL {
  return url ?? new URL(request.url);
}

/** The visit that the middleware of the root began. */
export function visitOf(context: AuthContext): Visit {
  const visit = visits.get(context);
  if (visit) return visit;
  throw new Error(
    "There is no sign-in here yet: `root.tsx` must export the middleware of ReactRouterAuth.",
  );
}
