import type { RequestServerOptions, RequestServerResult } from "@tanstack/react-start";
import type { Described, RegisteredSession } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the TanStack Start integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type TanStackStartAuthConfig = ProxiedConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type TanStackStartAuthSource = Source<TanStackStartAuthConfig, Request>;

/**
 * The server side of a request middleware, and the context that it adds. In
 * `createMiddleware().server()`, in the application's own code, TanStack Start removes it from what
 * is sent to browsers.
 */
export type ServerHalf<Context> = (
  options: RequestServerOptions<Nothing, undefined>,
) => Promise<RequestServerResult<Nothing, undefined, Context>>;

/** The application's registered types aren't known here. */
type Nothing = Record<never, never>;

/**
 * The context that `middleware` adds to server routes, server functions, and loaders on the server.
 */
export interface AuthContext<S = RegisteredSession> {
  readonly auth: RequestAuth<S>;
}

export interface TanStackStartAuthResult<
  S = Session,
  Ids extends string = string,
> extends Described<S, Ids> {
  /** For a request middleware of `src/start.ts`. */
  readonly middleware: ServerHalf<AuthContext<S>>;
  /** For the server route `/auth/$`, for every method. */
  readonly handler: (given: { readonly request: Request }) => Promise<Response>;
}
