import type { PageTheme } from "../../pages/index.js";
import type { Awaitable } from "../../types/common.js";
import type { AuditSink, Tell } from "../../types/events.js";
import type { Callbacks, Events } from "../../types/hooks.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Measure } from "../../types/measure.js";
import type { PagesOptions, Theme } from "../../types/pages.js";
import { skipCSRFCheck } from "../../types/symbols.js";
import { askInTime } from "../async/deadline.js";
import { untilDone } from "../async/until-done.js";
import type { AuthConfig } from "../auth-config.js";
import { cookieSet, type CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { UntrustedHost, type AuthError } from "../errors/errors.js";
import type { Flows } from "../flow.js";
import { normalizeBasePath, webUrl } from "../http/urls.js";
import type { ChooserDeps, LanguageChooser, LanguageOptions } from "../language/choose.js";
import type { Plugins } from "../plugins/folded.js";
import { hostOf, withoutHost, type PluginHost } from "../plugins/host.js";
import { keyRingOf, ofSecrets } from "../state/secrets.js";
import { modeOfConfig, type Mode } from "../values/mode.js";
import { temporarySecret } from "./env.js";
import { createCallbacks, createEvents } from "./hooks.js";
import { lifetimesOf } from "./lifetimes.js";
import { createLogger, type Log } from "./logger.js";
import { createParts, type Readiness, type Ready } from "./parts.js";
import { strategyOf } from "./strategy.js";
import { createWarnOnce, type WarnOnce } from "./warn-once.js";
import { findWeakness } from "./weakness.js";

const defaultTimeout = 10_000;

/** A configuration with every default filled in: everything that doesn't depend on the request. */
export interface Settings extends Mode {
  readonly basePath: string;
  /** The configured origin; null if it comes from requests. */
  readonly origin: string | null;
  readonly timeout: number;
  readonly logger: Log;
  readonly warnOnce: WarnOnce;
  readonly theme: PageTheme;
  /** Chooses the language of a request. Absent if English is the only one. */
  readonly language: LanguageChooser | undefined;
  /** All of them, for texts to someone else. */
  readonly languages: LanguageOptions;
  /** The last used provider is remembered in a cookie. */
  readonly lastUsedFirst: boolean;
  readonly pages: Partial<PagesOptions>;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly keys: KeyRing;
  readonly checksCsrf: boolean;
  readonly explicitLinking: boolean;
  readonly trustedOrigins: readonly string[];
  /** The app decides about redirects itself, so they may leave the site. */
  readonly customRedirect: boolean;
  readonly rateLimit: AuthConfig["rateLimit"];
  readonly clientIp: AuthConfig["clientIp"];
  /** Runs the plugins; null if there are none. */
  readonly host: PluginHost | null;
  readonly plugins: Plugins;
  /** Emits an event to all observers. Undefined if there are none. */
  readonly observe: AuditSink | undefined;
  /** Emits an event outside of a request. Undefined if there are no observers. */
  readonly tell: Tell | undefined;
  /** Measures requests and calls. Undefined without a telemetry plugin. */
  readonly measure: Measure | undefined;
  /** Secure cookies: as configured, otherwise by the site's scheme. */
  isSecure(origin: string): boolean;
  cookies(secure: boolean): CookieSet;
  /** Flows for providers that don't bring one. */
  readonly defaultFlows: Flows;
  /**
   * The parts of the configuration, or what is wrong with it. Computed once, synchronous afterwards.
   * `hostTrusted`: the framework was told to trust its proxy, or the host doesn't matter.
   */
  ready(hostTrusted?: boolean): Awaitable<Ready>;
  /** The same for requests that don't need the store: an adapter factory isn't called. */
  storeless(hostTrusted?: boolean): Awaitable<Ready>;
}

export function resolveSettings(config: AuthConfig, defaultFlows: Flows): Settings {
  const logger = createLogger(config.logger, config.debug ?? false);
  const timeout = config.timeout ?? defaultTimeout;
  const mode = modeOfConfig(config);
  const { production } = mode;
  const secrets = secretsOf(config, production);
  const jwtSecrets = textsOf(config.jwt?.secret);
  const keys = keyRingOf(secrets, config.tenant);
  const once = createWarnOnce(config.logger, logger);
  const callbacks = createCallbacks(config.callbacks, { timeout, logger, warnOnce: once });
  const events = createEvents(config.events, { logger, timeout });
  const { origin, problem } = readOrigin(config.url);
  const cookies = bothCookieSets(config);
  // If requests tell the scheme, https is assumed.
  const isSecure = (site: string) => config.useSecureCookies ?? site.startsWith("https:");
  const { warning, maxAge } = lifetimesOf(config);
  if (warning !== undefined) once("update-age", () => warning);
  warnOnce(config, { logger, keys, production });

  const host = hostOf(config.plugins);
  const { plugins, observe, measure } = (host?.setUp ?? withoutHost)(config.plugins, {
    ...{ production, timeout, logger, keys, warnOnce: once },
    session: { strategy: strategyOf(config) === "database" ? "database" : "jwt", maxAge },
    // In a server function, no request tells the site's URL.
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
    ...chosenBy(config, { logger, timeout }),
    ...mode,
    ...{ origin, timeout, logger, warnOnce: once, callbacks, events, keys, isSecure, cookies },
    ...{ host, plugins, observe, measure, defaultFlows },
    tell: host && observe ? host.emitter(observe) : undefined,
    ...readiness,
  });
  return settings;
}

/** Settings that depend on one option each. */
function chosenBy(config: AuthConfig, { logger, timeout }: Pick<Settings, "logger" | "timeout">) {
  return {
    basePath: normalizeBasePath(config.basePath ?? "/auth"),
    theme: fullTheme(config.theme),
    language: chooserOf(config, { logger, timeout }),
    languages: config,
    lastUsedFirst: config.lastUsedFirst === true,
    pages: { ...config.pages },
    checksCsrf: config.skipCSRFCheck !== skipCSRFCheck,
    explicitLinking: config.account?.linking === "explicit",
    trustedOrigins: config.trustedOrigins ?? [],
    customRedirect: config.callbacks?.redirect !== undefined,
    rateLimit: limitInTime(config, timeout),
    clientIp: config.clientIp?.bind(config),
  };
}

interface HostTrust {
  readonly mode: Mode;
  /** What is wrong with the configured URL. */
  readonly problem: AuthError | undefined;
  /** Whether the site's URL is configured, or the Host header is trusted. */
  readonly trusts: boolean;
}

/** Whether the configuration can be used only if something better than the Host header tells the site's URL. */
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

/** A function that never settles counts as failed: the attempt is refused. */
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

/** Each warning once per logger, even if the configuration is rebuilt for every request. */
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

/** Warnings when the configuration is first used. */
function warnOnce(config: AuthConfig, telling: Telling): void {
  const { production } = telling;
  const logger = onceEach(config, telling);
  if (config.debug) {
    logger.warn("debug-enabled", "Debug messages are on. Turn `debug` off in production.");
  }
  if (config.skipCSRFCheck === skipCSRFCheck) {
    logger.warn(
      "csrf-disabled",
      "The CSRF check is off (`skipCSRFCheck`). Only a framework that checks forms itself may turn it off.",
    );
  }
  if (!production) warnOfSecrets(config, logger);
}

function warnOfSecrets({ secret, jwt }: AuthConfig, logger: Teller): void {
  const secrets = textsOf(secret);
  if (secrets.length === 0) {
    logger.warn(
      "random-secret",
      "No secret is set, so a random one is used, and all users are signed out when this process restarts. Run `npx latchkey secret` and set the result as AUTH_SECRET.",
    );
  }
  const weakness = findWeakness({ secrets, jwtSecrets: textsOf(jwt?.secret) });
  if (weakness !== undefined) {
    logger.warn(
      "weak-secret",
      `${weakness}; in production that is an error. Run \`npx latchkey secret\` and set the result as AUTH_SECRET.`,
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

/** Loaded when a text is first needed. */
function chooserOf(config: AuthConfig, deps: ChooserDeps): LanguageChooser | undefined {
  if (!config.languages) return undefined;
  const load = untilDone(async () =>
    (await import("../language/choose.js")).createChooser(config, deps),
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
