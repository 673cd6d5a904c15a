import type { raw, skipCSRFCheck } from "../symbols.js";
import type { Account, Profile } from "./account.js";
import type { AdapterInput, AdapterSession, AdapterUser } from "./adapter.js";
import type { AuditSink } from "./audit.js";
import type { Awaitable, Untyped } from "./common.js";
import type { CookiesOptions } from "./cookies.js";
import type { JWT, JWTOptions } from "./jwt.js";
import type { RateLimitFunction, RateLimitOptions } from "./limits.js";
import type { ConfiguredLogger } from "./logger.js";
import type { LocaleOption, MessagesOptions } from "./messages.js";
import type { MovedOptions } from "./moved.js";
import type { PagesOptions, Theme } from "./pages.js";
import type { Provider } from "./providers.js";
import type { SecondStepOptions } from "./second-step.js";
import type { SharedState } from "./state.js";
import type { Telemetry } from "./telemetry.js";
import type { DefaultSession, Session, User } from "./session.js";

/** A person as a provider or the store tells of them; `Columns` are those that the adapter declares. */
export type SomeUser<Columns = unknown> = (User | AdapterUser) & Partial<Columns>;

export interface SignInCallbackParams<Columns = unknown> {
  user: SomeUser<Columns>;
  account?: Account | null;
  /** What the identity provider says (OAuth and OIDC). */
  profile?: Profile;
  /** E-mail: true while the link is being asked for, absent once it was followed. */
  email?: { verificationRequest?: boolean };
  /** Credentials: what was typed in. */
  credentials?: Record<string, unknown>;
}

export interface JWTCallbackParams<Columns = unknown> {
  /** At sign-in: `name`, `email`, `image`, `picture` and `sub`. Later: what was stored. */
  token: JWT;
  /** Only at sign-in and sign-up. */
  user: SomeUser<Columns>;
  /** Only at sign-in and sign-up. */
  account?: Account | null;
  /** Only at sign-in and sign-up. */
  profile?: Profile;
  /** Undefined when a session is read. */
  trigger?: "signIn" | "signUp" | "update";
  /** @deprecated use `trigger === "signUp"` */
  isNewUser?: boolean;
  /** What the browser sent to update the session with. Validate it. */
  session?: Untyped;
}

export type SessionCallbackParams<Columns = unknown, Token = JWT> = {
  session: { user: AdapterUser } & AdapterSession & Session;
  /** Only with the `database` strategy. */
  user: AdapterUser & Columns;
  /** Only with the `jwt` strategy. */
  token: Token;
  /** Only on update: what the browser sent. Validate it. */
  newSession?: Untyped;
  trigger?: "update";
};

/**
 * Functions that decide. What `session` returns is the type of the application's sessions, what `jwt`
 * returns that of the `token` which `session` gets, where `jwt` stands before it.
 */
export interface CallbacksOptions<
  Returned extends DefaultSession = Session | DefaultSession,
  Columns = unknown,
  Token extends JWT = JWT,
> {
  /** Whether this person may sign in: yes, no, or where to go instead. */
  signIn?(params: SignInCallbackParams<Columns>): Awaitable<boolean | string>;
  /** Where a redirect may go. By default only to the site itself. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>;
  /** What the application and the browser see of a session. */
  session?(params: SessionCallbackParams<Columns, Token>): Awaitable<Returned>;
  /** What the session token holds. Null ends the session. */
  jwt?(params: JWTCallbackParams<Columns>): Awaitable<Token | null>;
  /**
   * Whether somebody may delete their account on the account page: called once they have confirmed it. Remove
   * what is theirs here. @default nobody may, and the page does not offer it
   */
  deleteUser?(params: { user: AdapterUser & Columns }): Awaitable<boolean>;
}

/** Functions that are told. They are awaited; what they throw is logged and goes no further. */
export interface EventCallbacks {
  signIn(message: {
    user: User;
    account?: Account | null;
    profile?: Profile;
    isNewUser?: boolean;
  }): Awaitable<void>;
  signOut(
    message: { session: Awaited<AdapterSession | null | undefined | void> } | { token: JWT | null },
  ): Awaitable<void>;
  createUser(message: { user: User }): Awaitable<void>;
  updateUser(message: { user: User }): Awaitable<void>;
  linkAccount(message: {
    user: User | AdapterUser;
    account: Account;
    profile: User | AdapterUser;
  }): Awaitable<void>;
  /** An account, or a passkey, was taken from a user. It holds no tokens. */
  unlinkAccount(message: { user: User | AdapterUser; account: Account }): Awaitable<void>;
  session(message: { session: Session; token?: JWT }): Awaitable<void>;
}

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
  /**
   * Sessions can be ended before their time, one or all of a user, from the server (`latchkey/manage`):
   * marks in shared state say which. `within` is for how many seconds a process goes by its last look at
   * them. Turning it on signs nobody out.
   * @default false; `within`: 30, or 0 where the state is that of this process
   */
  revocable?: boolean | { within?: number | undefined } | undefined;
  /**
   * Sessions are noted in shared state at sign-in, so that a person's devices can be listed: with the
   * browser, the IP address (`clientIp`), and when it was last seen. @default false
   */
  listed?: boolean | undefined;
  /** Seconds after signing in at which a session ends, however often it is used. @default never */
  absoluteMaxAge?: number | undefined;
  /** Makes the token of a database session. @default a random UUID */
  generateSessionToken?(): string;
}

export interface AccountOptions {
  /**
   * The page `{basePath}/account`, where people see and change how they sign in, and where they are signed in;
   * the same as JSON for a page of your own. Whoever changes anything there must have signed in within the last
   * ten minutes. @default false
   */
  page?: boolean | undefined;
  /**
   * With "explicit", whoever signs in while somebody is signed in is signed in, and nothing is linked: only
   * `signIn(provider, { link: true })`, the account page, and its question link an account to the user who is
   * signed in. For new applications. @default an account that is new here is linked to who is signed in
   */
  linking?: "explicit" | undefined;
  /**
   * Access, refresh and ID tokens of accounts are encrypted in the store with the secret. Rows from before
   * stay readable, and are encrypted when they are next written. @default false
   */
  encryptTokens?: boolean | undefined;
}

/** Providers of any profile. */
export type AnyProviders = readonly Provider<Untyped>[];

/** The options that are the same everywhere: all but the callbacks, and what is for `Auth()` alone. */
export interface CommonOptions<Providers extends AnyProviders = AnyProviders, Columns = unknown> {
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
  /** What was written before the application moved here, and until when it is read. */
  moved?: MovedOptions | undefined;
  session?: SessionOptions | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  events?: Partial<EventCallbacks> | undefined;
  adapter?: AdapterInput<Columns> | undefined;
  /** How accounts at providers are kept. */
  account?: AccountOptions | undefined;
  /**
   * What all processes of the application must agree on: what was used up, and how often something was
   * tried. @default the memory of this process
   */
  sharedState?: SharedState | undefined;
  /**
   * People can have, or must have, a second step after every first one: a code of an authenticator app, a
   * recovery code, or a passkey. Needs an adapter that stores it. @default nobody is asked for one
   */
  secondStep?: SecondStepOptions<Columns> | undefined;
  /** Turns debug messages on. They hold no secrets. @default false */
  debug?: boolean | undefined;
  /** @default the console */
  logger?: Partial<ConfiguredLogger> | undefined;
  theme?: Theme | undefined;
  /**
   * The language of the built-in pages and mails: a tag such as `"de"`; `"auto"` to go by what the browser
   * asks for; or a function of the request that names one, or nothing to go by the browser. There are
   * English, German, French, Spanish, Portuguese, Japanese, Chinese (simplified) and Arabic. @default "en"
   */
  locale?: LocaleOption | undefined;
  /**
   * Texts in place of the built-in ones, by language: `{ en: { signIn: { title: "Log in" } } }`. A language
   * that is not built in is added by it; what it lacks is in English. @default none
   */
  messages?: Readonly<Record<string, MessagesOptions>> | undefined;
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
   * believed. @default what Express says (`req.ip`); elsewhere none
   */
  clientIp?: ((request: Request) => string | null | undefined) | undefined;
  /**
   * Where everything that happens to accounts and sessions is written down: a function of your own, or one
   * of `latchkey/audit`. @default nowhere
   */
  audit?: AuditSink | undefined;
  /** What measures requests, and the calls they lead to: `openTelemetry()` of `latchkey/opentelemetry`. */
  telemetry?: Telemetry | undefined;
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
> extends CommonOptions<Providers, Columns> {
  callbacks?: CallbacksOptions<Returned, Columns, Token> | undefined;
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
> extends IntegrationConfig<Returned, Providers, Columns, Token> {
  raw?: typeof raw | undefined;
}
