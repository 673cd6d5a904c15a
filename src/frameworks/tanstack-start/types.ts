import type { RequestServerOptions, RequestServerResult } from "@tanstack/react-start";
import type { Described, RegisteredSession } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the TanStack Start integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type TanStackStartAuthConfig = ProxiedConfig;

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type TanStackStartAuthSource = Source<TanStackStartAuthConfig, Request>;

/**
 * What runs on the server of a request middleware, and what it gives to those after it. TanStack Start takes
 * it out of what is sent to browsers where it stands in `createMiddleware().server()`, in the application's
 * own code.
 */
export type ServerHalf<Context> = (
  options: RequestServerOptions<Nothing, undefined>,
) => Promise<RequestServerResult<Nothing, undefined, Context>>;

/** Nothing is known of the application's own registered types. */
type Nothing = Record<never, never>;

/** What `middleware` gives to server routes, server functions, and loaders that run on the server. */
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
