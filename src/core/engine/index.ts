/** What framework integrations are built on. */
export { setEnvDefaults } from "../config/env.js";
export { createLogger } from "../config/logger.js";
export { reservedAuthorizationParams } from "../http/authorization-params.js";
export { serializeCookie } from "../cookies/serialize.js";
export { lostBody } from "../http/body.js";
export { crossSiteReason } from "../http/csrf.js";
export { ownPage } from "../http/own-routes.js";
export { neverKept } from "../http/respond.js";
export {
  actionUrl,
  isHost,
  normalizeBasePath,
  pageUrl,
  withQuery,
  type Site,
} from "../http/urls.js";
export { modeOf } from "../values/mode.js";
export type { Freshness, FreshOptions } from "../../types/recent-sign-in.js";
export type { Called, Caller, SignInCall } from "./call.js";
export { callsOf } from "./calls.js";
export { sentIn, type Engine, type ReadSession } from "./engine.js";
export { perConfig, type ConfigEnvironment } from "./per-config.js";
export type { Mount } from "./handle.js";
export { setConfigBehind } from "./handler-config.js";
