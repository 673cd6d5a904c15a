import { createEngine } from "../engine/engine.js";
import { perConfig } from "../engine/per-config.js";
import { defaultFlows } from "../flows/defaults.js";
import type { AuthConfig } from "../types/config.js";

/**
 * The engine of a configuration object, made when it is first used. It is kept for speed alone: what
 * protects belongs to the secret, the provider or the store, so that a configuration made anew for
 * each request is as safe as one that stays.
 */
export const engineFor = /* @__PURE__ */ perConfig((config: AuthConfig) =>
  createEngine(config, defaultFlows),
);
