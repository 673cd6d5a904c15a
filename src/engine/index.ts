/** What framework integrations build on. */
export { setEnvDefaults } from "../config/env.js";
export { serializeCookie } from "../http/respond.js";
export { isHost } from "../http/urls.js";
export type { Called, Caller, SignInCall } from "./call.js";
export { engineFor, type Engine, type ReadSession } from "./engine.js";
export type { Mount } from "./handle.js";
