import type { Session, User } from "../../types/session.js";
import type { FrameworkConfig } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Koa integration: those of `Auth()`, less `raw`. */
export type KoaAuthConfig = FrameworkConfig;

/**
 * What `KoaAuth` puts into `ctx.state`.
 *
 * ```ts
 * const app = new Koa<KoaAuthState>();
 * ```
 */
export interface KoaAuthState {
  /** Whoever sent the request, and what can be done for them. */
  auth: RequestAuth;
  /** The session, and who it is of: set by `requireUser`. */
  session?: Session;
  user?: User;
}
