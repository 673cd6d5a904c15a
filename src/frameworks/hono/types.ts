import type { Context } from "hono";
import type { Awaitable } from "../../types/common.js";
import type { RegisteredSession, SignedIn, UserIn } from "../../types/infer.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Hono integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type HonoAuthConfig = ProxiedConfig;

/** A function of the request that returns a configuration: on Workers, the environment comes with the request. */
export type ConfigHandler = (c: Context) => Awaitable<HonoAuthConfig>;

/** A configuration, or a function that returns one. */
export type HonoAuthSource = Source<HonoAuthConfig, Context>;

/**
 * The variables that `HonoAuth` sets. `S` is the type of the session.
 *
 * ```ts
 * const app = new Hono<AuthEnv>();
 * ```
 */
export interface AuthEnv<S = RegisteredSession> {
  Variables: { auth: RequestAuth<S> };
}

/** The variables that `requireUser` adds. */
export interface SignedInEnv<S = RegisteredSession> {
  Variables: { auth: RequestAuth<S>; session: SignedIn<S>; user: UserIn<S> };
}

/** The user, under the name that `verifyAuth` sets. */
export interface AuthUser<S = RegisteredSession> {
  session: S;
}

declare module "hono" {
  interface ContextVariableMap {
    authConfig: HonoAuthConfig;
    authUser: AuthUser;
  }
}
