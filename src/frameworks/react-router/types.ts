import type { ActionFunctionArgs, MiddlewareFunction } from "react-router";
import type { Described } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";

/** The options of the React Router integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type ReactRouterAuthConfig = ProxiedConfig;

/** The arguments of a middleware, loader or action that are used here. */
export type RouteArgs = Pick<ActionFunctionArgs<AuthContext>, "request" | "context"> & {
  readonly url?: URL;
};

/**
 * React Router's context, one per request, where middleware stores values for loaders and actions.
 */
export type AuthContext = Parameters<MiddlewareFunction>[0]["context"];

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type ReactRouterAuthSource = Source<ReactRouterAuthConfig, RouteArgs>;

export interface ReactRouterAuthResult<S = Session, Ids extends string = string> extends Described<
  S,
  Ids
> {
  /** The first middleware of `root.tsx`. */
  readonly middleware: MiddlewareFunction<Response>;
  /** For the route `auth/*`. */
  readonly loader: (args: RouteArgs) => Promise<Response>;
  /** For the route `auth/*`. */
  readonly action: (args: RouteArgs) => Promise<Response>;
}
