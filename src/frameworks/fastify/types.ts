import type { FastifyRequest } from "fastify";
import type { Awaitable } from "../../types/common.js";
import type { FrameworkConfig } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Fastify integration: those of `Auth()`, less `raw`. */
export interface FastifyAuthConfig extends FrameworkConfig {
  /** Goes before `basePath`, as before the routes of any plugin. */
  prefix?: string;
}

/** How to get a configuration for each request. Where the routes are can't depend on the request. */
export interface FastifyAuthLazyConfig extends Pick<FastifyAuthConfig, "prefix" | "basePath"> {
  config: (request: FastifyRequest) => Awaitable<FrameworkConfig>;
}

/** What `FastifyAuth` is registered with. */
export type FastifyAuthOptions = FastifyAuthConfig | FastifyAuthLazyConfig;

declare module "fastify" {
  interface FastifyRequest {
    /** Whoever sent the request, and what can be done for them. */
    readonly auth: RequestAuth;
  }
}
