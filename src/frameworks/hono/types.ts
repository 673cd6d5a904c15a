import type { Context } from "hono";
import type { Awaitable } from "../../types/common.js";
import type { Session, User } from "../../types/session.js";
import type { FrameworkConfig } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Hono integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export interface HonoAuthConfig extends FrameworkConfig {
  /**
   * The application is behind a proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto`, and can be
   * reached through it only. @default false
   */
  trustProxy?: boolean | undefined;
}

/** How to get a configuration: on Workers its parts come with the request. */
export type ConfigHandler = (c: Context) => Awaitable<HonoAuthConfig>;

/** A configuration, or how to get it. */
export type HonoAuthSource = HonoAuthConfig | ConfigHandler;

/**
 * What `HonoAuth` gives to handlers.
 *
 * ```ts
 * const app = new Hono<AuthEnv>();
 * ```
 */
export interface AuthEnv {
  Variables: { auth: RequestAuth };
}

/** What `requireUser` gives to handlers, too. */
export interface SignedInEnv {
  Variables: { auth: RequestAuth; session: Session; user: User };
}

/** Who is signed in, by the name that `verifyAuth` gives it. */
export interface AuthUser {
  session: Session;
}

declare module "hono" {
  interface ContextVariableMap {
    authConfig: HonoAuthConfig;
    authUser: AuthUser;
  }
}
