import { engineFor, perConfig, setEnvDefaults, type Engine } from "../../engine/index.js";
import type { AuthConfig } from "../../types/config.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** How a framework completes a configuration. */
export interface Completion {
  readonly env: Environment;
  /** Where the routes are when neither the configuration nor the environment says so. */
  readonly basePath?: string;
}

/** A configuration, as the integrations take it. */
export type FrameworkConfig = Omit<AuthConfig, "raw">;

/** Options that are for an integration alone. */
interface Given extends FrameworkConfig {
  readonly trustProxy?: boolean | undefined;
}

/** Engines by configuration object. The application's own object is not changed. */
export function createPrepare(): (config: Given, completion: Completion) => Engine {
  const engineOf = perConfig((config: Given) =>
    once((completion: Completion) => engineFor(completed(config, completion))),
  );
  return (config, completion) => engineOf(config)(completion);
}

function once<A, T>(make: (given: A) => T): (given: A) => T {
  const made: T[] = [];
  return (given) => (made[0] ??= make(given));
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
