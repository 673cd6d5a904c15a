import type { Plugin } from "../core/plugin.js";
import type { raw, skipCSRFCheck } from "../symbols.js";
import type { AdapterInput } from "./adapter.js";
import type { CallbacksOptions, EventCallbacks } from "./callbacks.js";
import type { Untyped } from "./common.js";
import type { CookiesOptions } from "./cookies.js";
import type { AddedBy } from "./infer.js";
import type { JWT, JWTOptions } from "./jwt.js";
import type { Language, LocaleOption } from "./language.js";
import type { RateLimitFunction, RateLimitOptions } from "./limits.js";
import type { ConfiguredLogger } from "./logger.js";
import type { PagesOptions, Theme } from "./pages.js";
import type { Provider } from "./providers.js";
import type { SharedState } from "./state.js";
import type { DefaultSession, Session } from "./session.js";

export interface SessionOptions {
  /** @default "jwt", or "database" when an adapter is given */
  strategy?: "jwt" | "database" | undefined;
  /** The longest pause between two visits, in seconds. @default 2592000 (30 days) */
  maxAge?: number | undefined;
  /**
   * Seconds between two extensions of a session; 0 extends at every access.
   * @default a thirtieth of `maxAge`, at most 86400 (1 day)
   */
  updateAge?: number | undefined;
  /**
   * The most bytes that a session may take in the Cookie header. More is not written: sign-in ends with
   * `SessionTooLarge`. More than 4096 is warned about. @default 12288 (12 KiB)
   */
  maxCookieSize?: number | undefined;
  /**
   * The store holds only a hash of the token of a database session, so that whoever reads the table can
   * sign in as nobody. Rows from before are found once more, and replaced. @default false
   */
  hashed?: boolean | undefined;
  /** Makes the token of a database session. @default a random UUID */
  generateSessionToken?(): string;
}

export interface AccountOptions {
  /**
   * With "explicit", whoever signs in while somebody is signed in is signed in, and nothing is linked: only
   * `signIn(provider, { link: true })` and the plugin `accountPage` link an account to the user who is
   * signed in. For new applications. @default an account that is new here is linked to who is signed in
   */
  linking?: "explicit" | undefined;
}

/** Providers of any profile. */
export type AnyProviders = readonly Provider<Untyped>[];

/** Plugins of any name, whatever they add to sessions. */
export type AnyPlugins = readonly Plugin[];

/** The options that are the same everywhere: all but the callbacks, and what is for `Auth()` alone. */
export interface CommonOptions<
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Plugins extends AnyPlugins = AnyPlugins,
> {
  providers: Providers;
  /**
   * A random text of at least 32 characters, or several with the newest first: all of them are
   * accepted, the first one is used for what is made from now on.
   * @default the environment variable AUTH_SECRET, where the integration reads it
   */
  secret?: string | readonly string[] | undefined;
  /**
   * Origins of other sites of yours whose pages may sign in and out here, such as a single-page application
   * at `https://app.example.com`. They still need the CSRF token and its cookie, so that your server must allow
   * them to read answers (CORS) with credentials. Exact: no patterns. @default none
   */
  trustedOrigins?: readonly string[] | undefined;
  session?: SessionOptions | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  events?: Partial<EventCallbacks> | undefined;
  adapter?: AdapterInput<Columns> | undefined;
  /** What the application adds to the core, in any order. @default none */
  plugins?: Plugins | undefined;
  /** How accounts at providers are kept. */
  account?: AccountOptions | undefined;
  /**
   * What all processes of the application must agree on: what was used up, and how often something was
   * tried. @default the memory of this process
   */
  sharedState?: SharedState | undefined;
  /**
   * In production, every weakness of the configuration is an error instead of a warning: see "Weaknesses" in
   * docs/configuration.md. @default false
   */
  strict?: boolean | undefined;
  /** Turns debug messages on. They hold no secrets. @default false */
  debug?: boolean | undefined;
  /** @default the console */
  logger?: Partial<ConfiguredLogger> | undefined;
  theme?: Theme | undefined;
  /**
   * Languages of the built-in pages and mails besides English, from `latchkey/languages` or your own:
   * `[german, french]`. The browser's `Accept-Language` chooses. A value with the tag of another replaces the texts
   * that it has: `{ tag: "en", pages: { signIn: { title: "Log in" } } }`. @default English alone
   */
  languages?: readonly Language[] | undefined;
  /**
   * Chooses between the languages instead of the browser: a tag such as `"de"`, or a function of the request
   * that returns one, or nothing to go by the browser. @default by the browser
   */
  locale?: LocaleOption | undefined;
  /**
   * The sign-in page begins with the way that this browser used the last time, and marks it. The id of the
   * provider is kept for that in a cookie of its own, which outlasts signing out. @default false
   */
  lastUsedFirst?: boolean | undefined;
  /** Cookies travel over https only. @default true on https sites */
  useSecureCookies?: boolean | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  /** The host of requests can be believed. Must be true, unless `url` is set. */
  trustHost?: boolean | undefined;
  /** The site's own URL. When it is set the Host header is not used. @default AUTH_URL */
  url?: string | URL | undefined;
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  /** Base of the OAuth `redirect_uri`, for deployments whose own URL the provider does not know. */
  redirectProxyUrl?: string | undefined;
  /**
   * Deployments to which the one at `redirectProxyUrl` passes answers on: origins such as
   * `https://preview.example.com`, in which one label of the host may hold a `*`, such as
   * `https://*.preview.example.com`. Nobody else gets one.
   * @default the environment variable AUTH_REDIRECT_PROXY_ORIGINS, separated by commas; else none
   */
  redirectProxyOrigins?: readonly string[] | undefined;
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined;
  /** Path under which the routes live. @default "/auth" */
  basePath?: string | undefined;
  /**
   * Limits on failed sign-ins, counted in shared state by name and by client: figures of your own, or
   * false for none. A browser that has signed in before has a counter of its own, found by a sealed cookie. Or
   * a function that judges every attempt: called before any work is done for it, once with each key that is
   * known: `ip:…` (see `clientIp`), `email:…`, and `name:…` for the user name of credentials. Keys are
   * normalized: one client, one key. When it fails, the attempt is refused.
   * @default 10 failed attempts at a name in 10 minutes and 100 in a day, then two an hour; 50 from a client in
   * 10 minutes
   */
  rateLimit?: RateLimitFunction | RateLimitOptions | false | undefined;
  /**
   * The IP address of who sent a request: only the application knows which of its headers can be
   * believed. @default what the framework knows, such as `req.ip` of Express; the address of the socket, or what a
   * trusted proxy adds to `X-Forwarded-For`; none with `Auth()` itself, Next.js, and React Router without `trustProxy`
   */
  clientIp?: ((request: Request) => string | null | undefined) | undefined;
  /**
   * Milliseconds after which a call to a provider, to the adapter or to a function of the application
   * (`authorize`, callbacks, events) is given up. @default 10000
   */
  timeout?: number | undefined;
}

/** The options of an integration that has no callbacks of its own. */
export interface IntegrationConfig<
  Returned extends DefaultSession = Session | DefaultSession,
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
 * What its types stand for is found out by whoever takes it: see `docs/types.md`.
 */
export interface AuthConfig<
  Returned extends DefaultSession = Session | DefaultSession,
  Providers extends AnyProviders = AnyProviders,
  Columns = unknown,
  Token extends JWT = JWT,
  Plugins extends AnyPlugins = AnyPlugins,
> extends IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {
  raw?: typeof raw | undefined;
}
