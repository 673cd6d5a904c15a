import {
  engineFor,
  perConfig,
  setEnvDefaults,
  type Engine,
  type Surroundings,
} from "../../engine/index.js";
import type { AuthConfig } from "../../types/config.js";

/** How a framework completes a configuration. */
export type Completion = Surroundings;

/** A configuration, as the integrations take it. */
export type FrameworkConfig = Omit<AuthConfig, "raw">;

/** Options that are for an integration alone. */
interface Given extends FrameworkConfig {
  readonly trustProxy?: boolean | undefined;
}

/** Engines by configuration object. The application's own object is not changed. */
export function createPrepare(): (config: Given, completion: Completion) => Engine {
  return perConfig((config: Given, around) => engineFor(completed(config, around)));
}

function completed({ trustProxy: _, ...config }: Given, { env, basePath }: Completion): AuthConfig {
  const complete: AuthConfig = { ...config };
  const isOpen = config.basePath === undefined && !hasPath(env["AUTH_URL"] ?? env["NEXTAUTH_URL"]);
  if (isOpen && basePath !== undefined) complete.basePath = basePath;
  setEnvDefaults(env, complete);
  return complete;
}

function hasPath(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).pathname !== "/";
}
