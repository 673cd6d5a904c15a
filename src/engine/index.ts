/** What framework integrations build on. */
export { setEnvDefaults } from "../config/env.js";
export { createLogger } from "../config/logger.js";
export { reservedAuthorizationParams } from "../flows/oauth/reserved.js";
export { serializeCookie } from "../cookies/serialize.js";
export { actionUrl, isHost, pageUrl, withQuery, type Site } from "../http/urls.js";
export type { Called, Caller, SignInCall } from "./call.js";
export { engineFor, type Engine, type ReadSession } from "./engine.js";
export type { Mount } from "./handle.js";
