import type {} from "h3";
import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import type { AuthEvent } from "./event.js";

/** The options of the h3 integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type H3AuthConfig = ProxiedConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type H3AuthSource = Source<H3AuthConfig, AuthEvent>;

declare module "h3" {
  interface H3EventContext {
    auth: RequestAuth;
  }
}
