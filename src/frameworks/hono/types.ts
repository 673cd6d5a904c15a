import type { Context } from "hono";
import type { Awaitable } from "../../types/common.js";
import type { RegisteredSession, SignedIn, UserIn } from "../../types/infer.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Hono integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type HonoAuthConfig = ProxiedConfig;

/** How to get a configuration: on Workers its parts come with the request. */
export type ConfigHandler = (c: Context) => Awaitable<HonoAuthConfig>;

/** A configuration, or how to get it. */
export type HonoAuthSource = Source<HonoAuthConfig, Context>;

/**
 * What `HonoAuth` gives to handlers. `S` is the type of the session.
 *
 * ```ts
 * const app = new Hono<AuthEnv>();
 * ```
 */
export interface AuthEnv<S = RegisteredSession> {
  Variables: { auth: RequestAuth<S> };
}

/** What `requireUser` gives to handlers, too. */
export interface SignedInEnv<S = RegisteredSession> {
  Variables: { auth: RequestAuth<S>; session: SignedIn<S>; user: UserIn<S> };
}

/** Who is signed in, by the name that `verifyAuth` gives it. */
export interface AuthUser<S = RegisteredSession> {
  session: S;
}

declare module "hono" {
  interface ContextVariableMap {
    authConfig: HonoAuthConfig;
    authUser: AuthUser;
  }
}
