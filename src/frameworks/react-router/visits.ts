import type { RouterContext } from "react-router";
import type { Engine } from "../../core/engine/index.js";
import { withErrorsOf } from "../visit/errors.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy } from "../visit/sender.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused } from "../visit/web.js";
import type { AuthContext, ReactRouterAuthConfig, RouteArgs } from "./types.js";

/** The visits that the root's middleware started. */
export const visits = createRegistry<AuthContext, Visit>(
  "export the middleware of ReactRouterAuth from app/root.tsx.",
);

/**
 * The context with the request's `RequestAuth`, for loaders and actions.
 *
 * ```ts
 * const session = await context.get(authContext).session();
 * ```
 */
export const authContext: RouterContext<RequestAuth> = {};

export function beginVisit(args: RouteArgs, engine: Engine, config: ReactRouterAuthConfig): Visit {
  const { request, context } = args;
  const { method, headers } = request;
  const url = pageOf(args);
  // React Router doesn't tell the address of the socket.
  const sender = behindProxy({ method, headers, url, path: url.pathname }, config);
  const visit = createVisit(engine, sender);
  // A thrown response is sent as it is, or shown by the nearest error boundary.
  const auth = withErrorsOf(visit.auth, refused);
  context.set(authContext, auth);
  return visits.begin(context, { ...visit, auth });
}

/** The page's URL, even if React Router's client only fetches its data. */
function pageOf({ request, url }: RouteArgs): URL {
  return url ?? new URL(request.url);
}
