import { setEnvDefaults } from "../config/env.js";
import { engineFor } from "../doors/engine.js";
import type { Engine } from "../engine/engine.js";
import type { Environment } from "../mode.js";
import type { AuthConfig } from "../types/config.js";

/** The engine of a configuration outside of a request. What it leaves open is taken from the environment. */
export function managedEngine(
  config: Omit<AuthConfig, "raw">,
  { env }: { readonly env: Environment },
): Engine {
  const complete: AuthConfig = { ...config };
  setEnvDefaults(env, complete, true);
  return engineFor(complete);
}
