import type { AuthConfig } from "../core/auth-config.js";
import { setEnvDefaults } from "../core/config/env.js";
import { createEngine, type Engine } from "../core/engine/engine.js";
import { perConfig } from "../core/engine/per-config.js";
import type { Environment } from "../core/values/mode.js";
import { defaultFlows } from "../flows/defaults.js";

/**
 * The engine of a configuration object, created on first use. The cache is for speed only: security
 * depends on the secret, the provider and the store, so a configuration created for each request is
 * as safe.
 */
export const engineFor = /* @__PURE__ */ perConfig((config: AuthConfig) =>
  createEngine(config, defaultFlows),
);

/** The engine of a configuration outside of a request, completed from the environment. */
export function managedEngine(
  config: Omit<AuthConfig, "raw">,
  { env }: { readonly env: Environment },
): Engine {
  const complete: AuthConfig = { ...config };
  setEnvDefaults(env, complete, true);
  return engineFor(complete);
}
