import type { Described } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import type { FrameworkConfig, Source } from "../visit/prepare.js";
import type { LocalsAuth } from "../visit/types.js";
import type { AstroContext, AstroEndpoint, AstroMiddleware } from "./context.js";

/** The options of the Astro integration: those of `Auth()`, less `raw`. */
export type AstroAuthConfig = FrameworkConfig;

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type AstroAuthSource = Source<AstroAuthConfig, AstroContext>;

export interface AstroAuthResult<S = Session, Ids extends string = string> extends Described<
  S,
  Ids
> {
  /** For `src/middleware.ts`. */
  readonly onRequest: AstroMiddleware;
  /** For `src/pages/auth/[...auth].ts`. */
  readonly ALL: AstroEndpoint;
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the place Astro has for it
  namespace App {
    interface Locals {
      auth: LocalsAuth;
    }
  }
}
