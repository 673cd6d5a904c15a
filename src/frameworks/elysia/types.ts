import type { ProxiedConfig, Source } from "../visit/prepare.js";

/** The options of the Elysia integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type ElysiaAuthConfig = ProxiedConfig;

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type ElysiaAuthSource = Source<ElysiaAuthConfig, Request>;
