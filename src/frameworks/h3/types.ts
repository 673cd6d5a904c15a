import type { ProxiedConfig, Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import type { AuthEvent } from "./event.js";
import type {} from "h3";

/** The options of the h3 integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type H3AuthConfig = ProxiedConfig;

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type H3AuthSource = Source<H3AuthConfig, AuthEvent>;

declare module "h3" {
  interface H3EventContext {
    auth: RequestAuth;
  }
}
