import type { Plugins } from "../core/plugins/folded.js";
import { hostOf, withoutHost, type PluginHost } from "../core/plugins/host.js";
import { cookieSet, type CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { askInTime } from "../deadline.js";
import { UntrustedHost, type AuthError } from "../errors.js";
import type { Flows } from "../flows/flow.js";
import { normalizeBasePath, webUrl } from "../http/urls.js";
import { modeOfConfig, type Mode } from "../mode.js";
import { keyRingOf, ofSecrets } from "../state/secrets.js";
import type { ChooserDeps, LanguageChooser } from "../languages/choose.js";
import type { PageTheme } from "../pages/index.js";
import { skipCSRFCheck } from "../symbols.js";
import type { AuthConfig } from "../types/config.js";
import type { Awaitable } from "../types/common.js";
import type { AuditSink, Tell } from "../types/events.js";
import type { Callbacks, Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Measure } from "../types/measure.js";
import type { PagesOptions, Theme } from "../types/pages.js";
import { temporarySecret } from "./env.js";
import { createCallbacks, createEvents } from "./hooks.js";
import { createLogger, type Log } from "./logger.js";
import { lifetimesOf } from "./lifetimes.js";
import { createParts, type Readiness, type Ready } from "./parts.js";
import { strategyOf } from "./strategy.js";
import { untilDone } from "../until-done.js";
import { createWarnOnce, type WarnOnce } from "./warn-once.js";
import { findWeakness } from "./weakness.js";

const defaultTimeout = 10_000;

/** A configuration with every default filled in: all that does not depend on the request. */
export interface Settings extends Mode {
  readonly basePath: string;
  /** The configured origin; null when requests tell it. */
  readonly origin: string | null;
  readonly timeout: number;
  readonly logger: Log;
  readonly warnOnce: WarnOnce;
  readonly theme: PageTheme;
  /** Finds the language for a request. Absent where there is English alone. */
  readonly language: LanguageChooser | undefined;
  /** The way that a browser used last is kept in a cookie. */
  readonly lastUsedFirst: boolean;
  readonly pages: Partial<PagesOptions>;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly keys: KeyRing;
  readonly checksCsrf: boolean;
  readonly explicitLinking: boolean;
  readonly trustedOrigins: readonly string[];
  /** The application judges redirects itself, so that they may leave the site. */
  readonly customRedirect: boolean;
  readonly rateLimit: AuthConfig["rateLimit"];
  readonly clientIp: AuthConfig["clientIp"];
  /** What runs plugins; null where there are none. */
  readonly host: PluginHost | null;
  readonly plugins: Plugins;
  /** Tells everyone who observes of an event. Undefined when nobody does. */
  readonly observe: AuditSink | undefined;
  /** Emits an event that happens outside of a request. Undefined when nobody observes. */
  readonly tell: Tell | undefined;
  /** Measures requests and calls. Undefined when nobody does. */
  readonly measure: Measure | undefined;
  /** Cookies are for https: as configured, else as the site's scheme says. */
  isSecure(origin: string): boolean;
  cookies(secure: boolean): CookieSet;
  /** For providers that bring no flow. */
  readonly defaultFlows: Flows;
  /**
   * What the configuration is made of, or what is wrong with it. Found once, then known at once. `hostTrusted`: a
   * proxy that the framework was told to trust says where the site is, or it does not matter.
   */
  ready(hostTrusted?: boolean): Awaitable<Ready>;
  /** The same for what needs no store: a function that makes the adapter is not called. */
  storeless(hostTrusted?: boolean): Awaitable<Ready>;
}

export function resolveSettings(config: AuthConfig, defaultFlows: Flows): Settings {
  const logger = createLogger(config.logger, config.debug ?? false);
  const timeout = config.timeout ?? defaultTimeout;
  const mode = modeOfConfig(config);
  const { production } = mode;
  const secrets = secretsOf(config, production);
  const jwtSecrets = textsOf(config.jwt?.secret);
  const keys = keyRingOf(secrets);
  const once = createWarnOnce(config.logger, logger);
  const callbacks = createCallbacks(config.callbacks, { timeout, logger, warnOnce: once });
  const events = createEvents(config.events, { logger, timeout });
  const { origin, problem } = readOrigin(config.url);
  const cookies = bothCookieSets(config);
  // Where the scheme is told by requests, https is what counts.
  const isSecure = (site: string) => config.useSecureCookies ?? site.startsWith("https:");
  const { warning, maxAge } = lifetimesOf(config);
  if (warning !== undefined) once("update-age", () => warning);
  warnOnce(config, { logger, keys, production });

  const host = hostOf(config.plugins);
  const { plugins, observe, measure } = (host?.setUp ?? withoutHost)(config.plugins, {
    ...{ production, timeout, logger, keys, warnOnce: once },
    session: { strategy: strategyOf(config) === "database" ? "database" : "jwt", maxAge },
    // A server function is the application's own: no request says where the site is.
    ready: () => readiness.ready(true),
    tell: async (event) => settings.tell?.(event),
  });
  const readiness = whereTrusted(
    createParts(config, {
      defaultFlows,
      logger,
      measure,
      warnOnce: once,
      timeout,
      ...mode,
      secrets,
      jwtSecrets,
      keys,
      callbacks,
      events,
      host,
      origin,
      plugins,
      problem: problem ?? plugins.problem,
      cookies: Object.values(cookies(isSecure(origin ?? "https:"))),
    }),
    { mode, problem, trusts: config.trustHost === true || origin !== null },
  );
  const settings: Settings = Object.freeze({
    basePath: normalizeBasePath(config.basePath ?? "/auth"),
    origin,
    ...mode,
    timeout,
    logger,
    warnOnce: once,
    theme: fullTheme(config.theme),
    language: chooserOf(config, { logger, timeout }),
    lastUsedFirst: config.lastUsedFirst === true,
    pages: { ...config.pages },
    callbacks,
    events,
    keys,
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    explicitLinking: config.account?.linking === "explicit",
    trustedOrigins: config.trustedOrigins ?? [],
    customRedirect: config.callbacks?.redirect !== undefined,
    rateLimit: limitInTime(config, timeout),
    clientIp: config.clientIp?.bind(config),
    host,
    plugins,
    observe,
    tell: host && observe ? tellOutside(host, observe) : undefined,
    measure,
    isSecure,
    cookies,
    defaultFlows,
    ...readiness,
  });
  return settings;
}

interface HostTrust {
  readonly mode: Mode;
  /** What is wrong with the URL that was configured. */
  readonly problem: AuthError | undefined;
  /** The configuration says where the site is, or that requests may. */
  readonly trusts: boolean;
}

/** A configuration can be used only where something better than the request says where the site is. */
function whereTrusted(
  { ready, storeless }: Readiness,
  { mode, problem, trusts }: HostTrust,
): Pick<Settings, "ready" | "storeless"> {
  const untrusted = async (): Promise<Ready> => ({
    problem: problem ?? (await import("./check.js")).untrustedHost(mode),
  });
  return {
    ready: (hostTrusted = false) => (trusts || hostTrusted ? ready() : untrusted()),
    storeless: (hostTrusted = false) => (trusts || hostTrusted ? storeless() : untrusted()),
  };
}

function tellOutside(host: PluginHost, observe: AuditSink): Tell {
  return async (event) => (await host.emitter(observe, undefined)).emit(event);
}

/** A function that never answers counts as one that fails: the try is refused. */
function limitInTime(config: AuthConfig, timeout: number): AuthConfig["rateLimit"] {
  const { rateLimit } = config;
  if (typeof rateLimit !== "function") return rateLimit;
  const limit = rateLimit.bind(config);
  return (...tried) => askInTime("rateLimit", () => limit(...tried), timeout);
}

function textsOf(secret: AuthConfig["secret"]): readonly string[] {
  return [secret ?? []].flat().filter((text) => text !== "");
}

function secretsOf({ secret }: AuthConfig, production: boolean): readonly string[] {
  const given = textsOf(secret);
  return given.length > 0 || production ? given : [temporarySecret()];
}

const told = ofSecrets(() => new WeakMap<object, Set<string>>());

/** Each warning once for a logger, though the configuration may be made anew for each request. */
function onceEach(config: AuthConfig, { logger, keys }: Telling): Teller {
  const listener = config.logger ?? keys;
  const known = told(keys).get(listener) ?? new Set();
  told(keys).set(listener, known);
  return {
    warn(code, ...message) {
      if (!known.has(code)) logger.warn(code, ...message);
      known.add(code);
    },
  };
}

type Teller = Pick<LoggerInstance, "warn">;

interface Telling {
  readonly logger: LoggerInstance;
  readonly keys: KeyRing;
  readonly production: boolean;
}

/** What is worth telling once, when the configuration is first used. */
function warnOnce(config: AuthConfig, telling: Telling): void {
  const { production } = telling;
  const logger = onceEach(config, telling);
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
  if (!production) warnOfSecrets(config, logger);
}

function warnOfSecrets({ secret, jwt }: AuthConfig, logger: Teller): void {
  const secrets = textsOf(secret);
  if (secrets.length === 0) {
    logger.warn(
      "random-secret",
      "There is no secret, so a random one is used until this process ends, and everybody is signed out then. Make one with `openssl rand -base64 33` and set it as AUTH_SECRET.",
    );
  }
  const weakness = findWeakness({ secrets, jwtSecrets: textsOf(jwt?.secret) });
  if (weakness !== undefined) {
    logger.warn(
      "weak-secret",
      `${weakness}; in production that is an error. Make one with \`openssl rand -base64 33\`.`,
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

/** Choosing between languages is loaded when a text is first needed. */
function chooserOf(config: AuthConfig, deps: ChooserDeps): LanguageChooser | undefined {
  if (config.languages === undefined) return undefined;
  const load = untilDone(async () =>
    (await import("../languages/choose.js")).createChooser(config, deps),
  );
  return async (...request) => (await load())(...request);
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
