import type { AdapterInput } from "../types/adapter.js";
import type { CallbacksOptions, EventCallbacks } from "../types/callbacks.js";
import type { Untyped } from "../types/common.js";
import type { CookiesOptions } from "../types/cookies.js";
import type { AddedBy } from "../types/infer.js";
import type { JWT, JWTOptions } from "../types/jwt.js";
import type { Language, LocaleOption } from "../types/language.js";
import type { RateLimitFunction, RateLimitOptions } from "../types/limits.js";
import type { ConfiguredLogger } from "../types/logger.js";
import type { PagesOptions, Theme } from "../types/pages.js";
import type { Provider } from "../types/providers.js";
import type { AnySession } from "../types/session.js";
import type { SharedState } from "../types/state.js";
import type { raw, skipCSRFCheck } from "../types/symbols.js";
import type { Plugin } from "./plugin.js";

export interface SessionOptions {
  /** @default "jwt", or "database" when an adapter is given */
  strategy?: "jwt" | "database" | undefined;
  /** Seconds without a visit after which a session expires. @default 2592000 (30 days) */
  maxAge?: number | undefined;
  /**
   * Seconds between two extensions of a session. 0 extends it at every request.
   * @default a thirtieth of `maxAge`, at most 86400 (1 day)
   */
  updateAge?: number | undefined;
  /**
   * The largest session in bytes, as sent in the Cookie header. If it's larger, it isn't written and sign-in
   * fails with `SessionTooLarge`. Above 4096 bytes a warning is logged. @default 12288 (12 KiB)
   */
  maxCookieSize?: number | undefined;
  /**
   * Store only a hash of database session tokens, so that a leaked table can't be used to sign in. Existing
   * rows are still found, and replaced. @default false
   */
  hashed?: boolean | undefined;
  /** Generates the token of a database session. @default a random UUID */
  generateSessionToken?(): string;
}

export interface AccountOptions {
  /**
   * With "explicit", signing in never links accounts: only `signIn(provider, { link: true })` and an account page
   * link an account to the signed-in user. Recommended for new apps. @default an account that is new here is
   * linked to the signed-in user
   */
  linking?: "explicit" | undefined;
}

/** Providers with any profile type. */
export type AnyProviders = readonly Provider<Untyped>[];

/** Plugins with any name and session fields. */
export type AnyPlugins = readonly Plugin[];

/** The options that all entry points share: everything except callbacks and the options of `Auth()` itself. */
export interface CommonOptions<
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Plugins extends AnyPlugins = AnyPlugins,
> {
  providers: Providers;
  /**
   * A random string of at least 32 characters, or a list with the newest first: the first one signs, all of
   * them are accepted. @default the environment variable AUTH_SECRET, where the integration reads it
   */
  secret?: string | readonly string[] | undefined;
  /**
   * The site that this configuration is for, if several share a secret but not their users: a name that stays the same,
   * such as "acme". Every key is derived for it, so that nothing made for one tenant is accepted at another one.
   * @default none: whatever was made with the secret is accepted
   */
  tenant?: string;
  /**
   * Origins of your other sites whose pages may sign in and out here, such as a single-page app at
   * `https://app.example.com`. They still need the CSRF token and its cookie, so your server must allow CORS with
   * credentials. Exact origins, no patterns. @default none
   */
  trustedOrigins?: readonly string[] | undefined;
  session?: SessionOptions | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  events?: Partial<EventCallbacks<Columns>> | undefined;
  adapter?: AdapterInput<Columns> | undefined;
  /** Plugins, in any order. @default none */
  plugins?: Plugins | undefined;
  /** How provider accounts are linked. */
  account?: AccountOptions | undefined;
  /**
   * State that all processes of the app share, such as used links and attempt counters. @default the memory
   * of this process
   */
  sharedState?: SharedState | undefined;
  /**
   * Treat every weakness of the configuration as an error in production, instead of a warning. See
   * "Weaknesses" in docs/configuration.md. @default false
   */
  strict?: boolean | undefined;
  /** Log debug messages. They contain no secrets. @default false */
  debug?: boolean | undefined;
  /** @default the console */
  logger?: Partial<ConfiguredLogger> | undefined;
  theme?: Theme | undefined;
  /**
   * Languages of the built-in pages and mails besides English, from `latchkey/languages` or your own:
   * `[german, french]`. The browser's `Accept-Language` chooses. A language with the tag of another overrides
   * its texts: `{ tag: "en", pages: { signIn: { title: "Log in" } } }`. @default English alone
   */
  languages?: readonly Language[] | undefined;
  /**
   * Chooses the language: a tag such as `"de"`, or a function of the request that returns one. If it returns
   * nothing, the browser's preference is used. @default the browser's preference
   */
  locale?: LocaleOption | undefined;
  /**
   * Show and mark the provider this browser used last at the top of the sign-in page. Its id is kept in a
   * separate cookie that outlasts signing out. @default false
   */
  lastUsedFirst?: boolean | undefined;
  /** Send cookies over https only. @default true on https sites */
  useSecureCookies?: boolean | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  /** Trust the Host header of requests. Must be true, unless `url` is set. */
  trustHost?: boolean | undefined;
  /** The site's URL. If it's set, the Host header is ignored. @default AUTH_URL */
  url?: string | URL | undefined;
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  /** Base URL of the OAuth `redirect_uri`, for deployments whose own URL isn't registered with the provider. */
  redirectProxyUrl?: string | undefined;
  /**
   * Deployments to which the one at `redirectProxyUrl` forwards callbacks: origins such as
   * `https://preview.example.com`. A `*` matches one label or part of it, such as
   * `https://*.preview.example.com`. All other origins are refused.
   * @default the environment variable AUTH_REDIRECT_PROXY_ORIGINS, separated by commas; else none
   */
  redirectProxyOrigins?: readonly string[] | undefined;
  /** Accepted and ignored: passkeys need no switch. */
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined;
  /** Path of the routes. @default "/auth" */
  basePath?: string | undefined;
  /**
   * Limits on failed sign-ins, counted in shared state per name and per client: your own numbers,
   * `false` for none, or a function that decides about each attempt. Browsers that have signed in
   * before are recognized by a sealed cookie and have a counter of their own. A function is called
   * before any work is done, once per known key: `ip:…` (see `clientIp`), `email:…`, and `name:…`
   * for the user name of credentials. Keys are normalized. If it fails, the attempt is refused.
   * @default 10 failed attempts per name in 10 minutes and 100 a day, then two an hour; 50 per
   * client in 10 minutes 10 minutes
   */
  rateLimit?: RateLimitFunction | RateLimitOptions | false | undefined;
  /**
   * Returns the client's IP address. Only your app knows which headers it can trust. @default what
   * the framework knows, such as `req.ip` of Express; the address of the socket, or what a trusted
   * proxy adds to `X-Forwarded-For`; none with `Auth()` itself, Next.js, and React Router without
   * `trustProxy`
   */
  clientIp?: ((request: Request) => string | null | undefined) | undefined;
  /**
   * Milliseconds after which a call to a provider, to the adapter or to a function of your app
   * (`authorize`, callbacks, events) times out. @default 10000
   */
  timeout?: number | undefined;
}

/** The options of an integration that has no callbacks of its own. */
export interface IntegrationConfig<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends CommonOptions<Providers, Columns, Plugins> {
  callbacks?: CallbacksOptions<Returned, Columns, Token, AddedBy<Plugins>> | undefined;
}

/**
 * The options of `Auth()` and of every framework integration.
 *
 * ```ts
 * const config: AuthConfig = { providers: [GitHub], secret: process.env.AUTH_SECRET, trustHost: true };
 * ```
 *
 * The type parameters are inferred by the function you pass it to: see `docs/types.md`.
 */
export interface AuthConfig<
  Returned extends AnySession = AnySession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {
  raw?: typeof raw | undefined;
}
