import type { AuthConfig } from "../core/auth-config.js";
import { createEngine } from "../core/engine/engine.js";
import { perConfig } from "../core/engine/per-config.js";
import { defaultFlows } from "../flows/defaults.js";

/**
 * The engine of a configuration object, created on first use. The cache is for speed only: security
 * depends on the secret, the provider and the store, so a configuration created for each request is
 * as safe.
 */
export const engineFor = /* @__PURE__ */ perConfig((config: AuthConfig) =>
  createEngine(config, defaultFlows),
);
