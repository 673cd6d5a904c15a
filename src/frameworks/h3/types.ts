import type { Awaitable } from "../../types/common.js";
import type { FrameworkConfig } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import type { AuthEvent } from "./event.js";
import type {} from "h3";

/** The options of the h3 integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export interface H3AuthConfig extends FrameworkConfig {
  /**
   * The application is behind a proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto`, and can be
   * reached through it only. @default false
   */
  trustProxy?: boolean | undefined;
}

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type H3AuthSource = H3AuthConfig | ((event: AuthEvent) => Awaitable<H3AuthConfig>);

declare module "h3" {
  interface H3EventContext {
    auth: RequestAuth;
  }
}
