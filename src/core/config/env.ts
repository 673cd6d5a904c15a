import type { Provider } from "../../types/providers.js";
import type { AuthConfig } from "../auth-config.js";
import { randomHex } from "../crypto/random.js";
import { normalizeBasePath, webUrl } from "../http/urls.js";
import type { Plugin } from "../plugin.js";
import { mergeOptions } from "../values/merge.js";
import { modeOf, setModeOf, type Environment, type Mode } from "../values/mode.js";
import { createLogger } from "./logger.js";

const developmentSecret = memo(() => randomHex(32));

/** A secret for development: the same for the whole process, a new one after a restart. */
export function temporarySecret(): string {
  return developmentSecret();
}

/* @__NO_SIDE_EFFECTS__ */
function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Fills in options from the environment: `AUTH_SECRET` (and `AUTH_SECRET_1` to `_3`, newer first),
 * `AUTH_URL`, `AUTH_TRUST_HOST`, `AUTH_REDIRECT_PROXY_URL`, for each provider `AUTH_{ID}_ID`, `_SECRET`,
 * `_ISSUER` and `_KEY`, and the variables of plugins. Modifies `config`; the providers and plugins in it are
 * replaced by copies.
 */
export function setEnvDefaults(
  envObject: Environment,
  config: AuthConfig,
  suppressBasePathWarning = false,
): void {
  const text = envObject["AUTH_URL"] || envObject["NEXTAUTH_URL"];
  const url = webUrl(text);
  const path = url && normalizeBasePath(url.pathname);
  if (path && config.basePath !== undefined && !suppressBasePathWarning) {
    createLogger(config.logger, false).warn(
      "env-url-basepath-redundant",
      "AUTH_URL has a path and the option `basePath` is set; the option takes precedence. Remove the path from one of them.",
    );
  }
  config.basePath ??= path || "/auth";
  // An invalid URL is passed on as it is: the check of the configuration reports it.
  if (text) config.url ??= url?.origin ?? text;
  if (!config.secret?.length) config.secret = secretsOf(envObject);
  const proxy = envObject["AUTH_REDIRECT_PROXY_URL"];
  if (proxy) config.redirectProxyUrl ??= proxy;
  const origins = envObject["AUTH_REDIRECT_PROXY_ORIGINS"];
  if (origins) config.redirectProxyOrigins ??= origins.split(",").map((origin) => origin.trim());
  const mode = modeOf(envObject);
  config.trustHost ??= isHostTrusted(envObject, mode);
  config.providers = config.providers.map((provider) => withEnvironment(provider, envObject));
  setModeOf(config, { ...mode, setsHost: onPlatform(envObject) });
  if (config.plugins) config.plugins = pluginsWith(config.plugins, envObject);
}

/** Something that isn't a list of plugins is left as it is: the check of the configuration reports it. */
function pluginsWith(plugins: readonly Plugin[], env: Environment): readonly Plugin[] {
  const given: unknown = plugins;
  const isMissing = (one: unknown) => one === null || one === undefined;
  if (!Array.isArray(given) || given.some(isMissing)) return plugins;
  return plugins.map((plugin) => plugin.fromEnvironment?.(env) ?? plugin);
}

function secretsOf(env: Environment): string[] {
  const names = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1"];
  const secrets = [...names.map((name) => env[name]), env["AUTH_SECRET"] || env["NEXTAUTH_SECRET"]];
  return secrets.flatMap((secret) => (secret ? [secret] : []));
}

function isHostTrusted(env: Environment, { production }: Mode): boolean {
  const said = env["AUTH_TRUST_HOST"];
  if (said) return !/^(?:false|0|no|off)$/i.test(said.trim());
  const { AUTH_URL, NEXTAUTH_URL } = env;
  return Boolean(AUTH_URL || NEXTAUTH_URL) || onPlatform(env) || !production;
}

const onPlatform = ({ VERCEL, CF_PAGES }: Environment): boolean => Boolean(VERCEL || CF_PAGES);

function withEnvironment(provider: Provider, env: Environment): Provider {
  const bare = typeof provider === "function" ? tryMake(provider) : provider;
  if (!bare) return provider;
  const options = optionsFor(bare, env);
  if (Object.keys(options).length === 0) return bare;
  // A factory may compute from its options, so it's called again.
  return typeof provider === "function" ? provider(options) : fillIn(bare, options);
}

/** Options of the factory or the plain object take precedence over the environment. */
function fillIn(bare: Bare, options: Record<string, string>): Bare {
  if (bare.options === undefined) return { ...options, ...definedOf(bare) };
  return mergeOptions(bare, { options: { ...options, ...definedOf(bare.options) } });
}

type Bare = Exclude<Provider, (...args: never) => unknown>;

function tryMake(factory: Extract<Provider, (...args: never) => unknown>): Bare | undefined {
  try {
    return factory({});
  } catch {
    return undefined; // the check of the configuration reports it
  }
}

function definedOf<T extends object>(object: T): T {
  const copy = { ...object };
  for (const key of Object.keys(copy)) {
    if (Reflect.get(copy, key) === undefined) Reflect.deleteProperty(copy, key);
  }
  return copy;
}

function optionsFor(bare: Bare, env: Environment): Record<string, string> {
  const given = bare.options?.id;
  const id = typeof given === "string" ? given : bare.id;
  const name = `AUTH_${id.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
  const named: readonly (readonly [string, string | undefined])[] =
    bare.type === "oauth" || bare.type === "oidc"
      ? [
          ["clientId", env[`${name}_ID`]],
          ["clientSecret", env[`${name}_SECRET`]],
          ["issuer", env[`${name}_ISSUER`]],
        ]
      : bare.type === "email"
        ? [["apiKey", env[`${name}_KEY`]]]
        : [];
  return Object.fromEntries(
    named.flatMap(([option, value]) => (value ? [[option, value] as const] : [])),
  );
}
