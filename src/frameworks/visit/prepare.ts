import type {
  AnyPlugins,
  AnyProviders,
  AuthConfig,
  IntegrationConfig,
} from "../../core/auth-config.js";
import {
  normalizeBasePath,
  perConfig,
  setEnvDefaults,
  type Engine,
  type ConfigEnvironment,
} from "../../core/engine/index.js";
import { engineFor } from "../../doors/engine.js";
import type { Awaitable } from "../../types/common.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession } from "../../types/session.js";

/** A configuration, as integrations accept it. */
export interface FrameworkConfig<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {}

/** The same, for frameworks that don't handle proxies. */
export interface ProxiedConfig<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends FrameworkConfig<Returned, Providers, Columns, Token, Plugins> {
  /**
   * The application is behind a proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto`, and can
   * only be reached through it. @default false
   */
  trustProxy?: boolean | undefined;
}

/**
 * A configuration, or a function of the request that returns one: on some platforms, the
 * environment comes with the request.
 */
export type Source<Config, Given> = Config | ((given: Given) => Awaitable<Config>);

/** Engines by configuration object. The application's own object isn't changed. */
export function createPrepare(): (config: ProxiedConfig, completion: ConfigEnvironment) => Engine {
  return perConfig((config: ProxiedConfig, around) => engineFor(completed(config, around)));
}

/**
 * Finds the configuration of a request, and its engine. `around` returns the request's environment.
 */
export function createEngines<Config extends ProxiedConfig, Given>(
  source: Source<Config, Given>,
  around: (given: Given) => ConfigEnvironment = () => ({ env: environment() }),
  prepare = createPrepare(),
): (given: Given) => Promise<{ readonly config: Config; readonly engine: Engine }> {
  return async (given) => {
    const config = typeof source === "function" ? await source(given) : source;
    return { config, engine: prepare(config, around(given)) };
  };
}

function completed(
  { trustProxy: _, ...config }: ProxiedConfig,
  { env, basePath }: ConfigEnvironment,
): AuthConfig {
  const complete: AuthConfig = { ...config };
  const isOpen = config.basePath === undefined && pathOfSite(env) === undefined;
  if (isOpen && basePath !== undefined) complete.basePath = basePath;
  setEnvDefaults(env, complete);
  return complete;
}

/** The path of the routes according to the environment, if set. */
export function pathOfSite(env: ConfigEnvironment["env"]): string | undefined {
  const url = env["AUTH_URL"] ?? env["NEXTAUTH_URL"];
  if (url === undefined || !URL.canParse(url)) return undefined;
  return normalizeBasePath(new URL(url).pathname) || undefined;
}

/** The process's environment, if there is one. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return typeof process === "undefined" ? {} : process.env;
}
