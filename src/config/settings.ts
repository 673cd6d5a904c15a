import { cookieSet, type CookieSet } from "../cookies/names.js";
import { createKeyRing, type KeyRing } from "../crypto/keys.js";
import { UntrustedHost, type AuthError } from "../errors.js";
import { normalizeBasePath, webUrl } from "../http/urls.js";
import type { PageTheme } from "../pages/index.js";
import { skipCSRFCheck } from "../symbols.js";
import type { AuthConfig } from "../types/config.js";
import type { Awaitable } from "../types/common.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { PagesOptions, Theme } from "../types/pages.js";
import { weaknessOf } from "./check.js";
import { isProduction, temporarySecret } from "./env.js";
import { createCallbacks, createEvents } from "./hooks.js";
import { createLogger } from "./logger.js";
import { createParts, type Ready } from "./parts.js";

const defaultTimeout = 10_000;

/** A configuration with every default filled in: all that does not depend on the request. */
export interface Settings {
  readonly basePath: string;
  /** The configured origin; null when requests tell it. */
  readonly origin: string | null;
  readonly production: boolean;
  readonly timeout: number;
  readonly logger: LoggerInstance;
  readonly theme: PageTheme;
  readonly pages: Partial<PagesOptions>;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly keys: KeyRing;
  readonly checksCsrf: boolean;
  /** The application judges redirects itself, so that they may leave the site. */
  readonly customRedirect: boolean;
  readonly rateLimit: AuthConfig["rateLimit"];
  readonly clientIp: AuthConfig["clientIp"];
  /** Cookies are for https: as configured, else as the site's scheme says. */
  isSecure(origin: string): boolean;
  cookies(secure: boolean): CookieSet;
  /** What the configuration is made of, or what is wrong with it. Found once, then known at once. */
  ready(): Awaitable<Ready>;
}

export function resolveSettings(config: AuthConfig): Settings {
  const logger = createLogger(config.logger, config.debug ?? false);
  const timeout = config.timeout ?? defaultTimeout;
  const production = isProduction();
  const secrets = secretsOf(config, production);
  const keys = createKeyRing(secrets);
  const callbacks = createCallbacks(config.callbacks);
  const events = createEvents(config.events, { logger, timeout });
  const { origin, problem } = readOrigin(config.url);
  warnOnce(config, logger, production);

  return Object.freeze({
    basePath: normalizeBasePath(config.basePath ?? "/auth"),
    origin,
    production,
    timeout,
    logger,
    theme: fullTheme(config.theme),
    pages: { ...config.pages },
    callbacks,
    events,
    keys,
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    customRedirect: config.callbacks?.redirect !== undefined,
    rateLimit: config.rateLimit?.bind(config),
    clientIp: config.clientIp?.bind(config),
    isSecure: (site: string) => config.useSecureCookies ?? site.startsWith("https:"),
    cookies: bothCookieSets(config),
    ready: createParts(config, {
      logger,
      timeout,
      production,
      secrets,
      keys,
      callbacks,
      events,
      problem,
      trusted: config.trustHost === true || origin !== null,
    }),
  });
}

function secretsOf({ secret = [] }: AuthConfig, production: boolean): readonly string[] {
  const given = [secret].flat().filter((text) => text !== "");
  return given.length > 0 || production ? given : [temporarySecret()];
}

/** What is worth telling once, when the configuration is first used. */
function warnOnce(config: AuthConfig, logger: LoggerInstance, production: boolean): void {
  if (config.debug) {
    logger.warn("debug-enabled", "Debug messages are on. Turn `debug` off in production.");
  }
  if (config.skipCSRFCheck === skipCSRFCheck) {
    logger.warn(
      "csrf-disabled",
      "The CSRF check is off. Only a framework that makes it itself may do that.",
    );
  }
  if (config.experimental?.enableWebAuthn) {
    logger.warn(
      "experimental-webauthn",
      "Passkeys are on. They are experimental: they may change without a new major version.",
    );
  }
  const [newest] = [config.secret ?? []].flat().filter((text) => text !== "");
  if (production) return;
  if (newest === undefined) {
    logger.warn(
      "random-secret",
      "There is no secret, so a random one is used until this process ends, and everybody is signed out then. Make one with `openssl rand -base64 33` and set it as AUTH_SECRET.",
    );
    return;
  }
  const weakness = weaknessOf(newest);
  if (weakness !== undefined) {
    logger.warn(
      "weak-secret",
      `The secret ${weakness}; in production that is an error. Make one with \`openssl rand -base64 33\`.`,
    );
  }
}

function readOrigin(url: string | URL | undefined): { origin: string | null; problem?: AuthError } {
  if (url === undefined) return { origin: null };
  const site = webUrl(String(url));
  if (site) return { origin: site.origin };
  const message = `The site's URL must be an absolute http or https URL, such as https://example.com. It is ${JSON.stringify(String(url))}.`;
  return { origin: null, problem: new UntrustedHost(message) };
}

function fullTheme(theme: Theme = {}): PageTheme {
  const { colorScheme = "auto", logo = "", brandColor = "", buttonText = "", name } = theme;
  return { colorScheme, logo, brandColor, buttonText, name };
}

function bothCookieSets(config: AuthConfig): (secure: boolean) => CookieSet {
  const overrides = config.cookies ?? {};
  const [http, https] = [cookieSet(false, overrides), cookieSet(true, overrides)];
  return (secure) => (secure ? https : http);
}
