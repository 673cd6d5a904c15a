import type { Awaitable } from "../../types/common.js";
import type { FrameworkConfig } from "../visit/prepare.js";

/** The options of the Elysia integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export interface ElysiaAuthConfig extends FrameworkConfig {
  /**
   * The application is behind a proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto`, and can be
   * reached through it only. @default false
   */
  trustProxy?: boolean | undefined;
}

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type ElysiaAuthSource =
  | ElysiaAuthConfig
  | ((request: Request) => Awaitable<ElysiaAuthConfig>);
