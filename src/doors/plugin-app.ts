import type { AuthConfig } from "../core/auth-config.js";
import { perConfig } from "../core/engine/per-config.js";
import { InvalidConfiguration } from "../core/errors/errors.js";
import type { NoticeContext } from "../core/flow.js";
import type { LanguageOptions } from "../core/language/choose.js";
import type { App } from "../core/plugin.js";
import type { Plugins } from "../core/plugins/folded.js";
import { processEnvironment } from "../core/values/mode.js";
import type { LoggerInstance } from "../types/logger.js";
import { managedEngine } from "./engine.js";

/** A configuration, for the server functions of its plugins. */
export type ConfigWithPlugins = Omit<AuthConfig, "raw">;

const engineOf = perConfig(managedEngine);

/** The app that a plugin was created with. Throws if the configuration doesn't have the plugin. */
export function pluginApp(config: ConfigWithPlugins, name: string): App {
  const plugins = pluginsOf(config);
  const bound = plugins.needs.find(({ plugin }) => plugin.name === name);
  if (bound) return bound.app;
  throw new TypeError(`\`plugins\` of this configuration doesn't have ${JSON.stringify(name)}.`);
}

/**
 * What a mail needs that isn't sent in a request. Throws if only requests tell where the site is.
 */
export function mailingOf(config: ConfigWithPlugins): Omit<NoticeContext, "language"> & {
  readonly languages: LanguageOptions;
  readonly logger: LoggerInstance;
} {
  const { settings } = engineOf(config, { env: processEnvironment() });
  const { origin, basePath, theme, timeout, languages, logger } = settings;
  if (origin === null) {
    throw new InvalidConfiguration(
      "A link in a mail needs the site's URL. Set AUTH_URL, or `url` in the configuration.",
    );
  }
  const site = { origin, basePath };
  const toRequest = () => new Request(origin);
  return { site, theme, timeout, toRequest, languages, logger };
}

/** The plugins of a configuration, for one that takes part in what the others do. */
export function pluginsOf(config: ConfigWithPlugins): Plugins {
  const { plugins } = engineOf(config, { env: processEnvironment() }).settings;
  if (plugins.problem) throw plugins.problem;
  return plugins;
}
