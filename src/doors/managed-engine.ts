import type { AuthConfig } from "../core/auth-config.js";
import { setEnvDefaults } from "../core/config/env.js";
import type { Engine } from "../core/engine/engine.js";
import type { Environment } from "../core/values/mode.js";
import { engineFor } from "./engine.js";

/** The engine of a configuration outside of a request, completed from the environment. */
export function managedEngine(
  config: Omit<AuthConfig, "raw">,
  { env }: { readonly env: Environment },
): Engine {
  const complete: AuthConfig = { ...config };
  setEnvDefaults(env, complete, true);
  return engineFor(complete);
}
