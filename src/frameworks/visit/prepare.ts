import { engineFor } from "../../doors/engine.js";
import {
  normalizeBasePath,
  perConfig,
  setEnvDefaults,
  type Engine,
  type Surroundings,
} from "../../engine/index.js";
import type { Awaitable } from "../../types/common.js";
import type {
  AnyPlugins,
  AnyProviders,
  AuthConfig,
  IntegrationConfig,
} from "../../types/config.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession, Session } from "../../types/session.js";

/** How a framework completes a configuration. */
export type Completion = Surroundings;

/** A configuration, as the integrations take it. */
export interface FrameworkConfig<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {}

/** The same where the framework itself knows nothing of proxies. */
export interface ProxiedConfig<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends FrameworkConfig<Returned, Providers, Columns, Token, Plugins> {
  /**
   * The application is behind a proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto`, and can be
   * reached through it only. @default false
   */
  trustProxy?: boolean | undefined;
}

/** A configuration, or how to get it for a request: on some platforms its parts come with it. */
export type Source<Config, Given> = Config | ((given: Given) => Awaitable<Config>);

/** Engines by configuration object. The application's own object is not changed. */
export function createPrepare(): (config: ProxiedConfig, completion: Completion) => Engine {
  return perConfig((config: ProxiedConfig, around) => engineFor(completed(config, around)));
}

function completed(
  { trustProxy, ...config }: ProxiedConfig,
  { env, basePath }: Completion,
): AuthConfig {
  // A trusted proxy says where the site is.
  const complete: AuthConfig = { ...config, ...(trustProxy && { trustHost: true }) };
  const isOpen = config.basePath === undefined && pathOfSite(env) === undefined;
  if (isOpen && basePath !== undefined) complete.basePath = basePath;
  setEnvDefaults(env, complete);
  return complete;
}

/** The path that the environment gives to the routes, if any. */
export function pathOfSite(env: Completion["env"]): string | undefined {
  const url = env["AUTH_URL"] ?? env["NEXTAUTH_URL"];
  if (url === undefined || !URL.canParse(url)) return undefined;
  return normalizeBasePath(new URL(url).pathname) || undefined;
}
