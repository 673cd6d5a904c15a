import type { FrameworkConfig } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";

/** The options of the Fastify integration: those of `Auth()`, less `raw`. */
export interface FastifyAuthConfig extends FrameworkConfig {
  /** Goes before `basePath`, as before the routes of any plugin. */
  prefix?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whoever sent the request, and what can be done for them. */
    readonly auth: RequestAuth;
  }
}
