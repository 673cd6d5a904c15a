import type { ParameterizedContext } from "koa";
import type { RegisteredSession, SignedIn, UserIn } from "../../types/infer.js";
import type { FrameworkConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Koa integration: those of `Auth()`, less `raw`. */
export type KoaAuthConfig = FrameworkConfig;

/** A configuration, or how to get it for a request. */
export type KoaAuthSource = Source<KoaAuthConfig, ParameterizedContext>;

/**
 * What `KoaAuth` puts into `ctx.state`. `S` is the type of the session.
 *
 * ```ts
 * const app = new Koa<KoaAuthState>();
 * ```
 */
export interface KoaAuthState<S = RegisteredSession> {
  /** Whoever sent the request, and what can be done for them. */
  auth: RequestAuth<S>;
  /** The session, and who it is of: set by `requireUser`. */
  session?: SignedIn<S>;
  user?: UserIn<S>;
}
