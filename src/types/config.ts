import type { raw, skipCSRFCheck } from "../symbols.js";
import type { Account, Profile } from "./account.js";
import type { AdapterInput, AdapterSession, AdapterUser } from "./adapter.js";
import type { Awaitable } from "./common.js";
import type { CookiesOptions } from "./cookies.js";
import type { JWT, JWTOptions } from "./jwt.js";
import type { LoggerInstance } from "./logger.js";
import type { PagesOptions, Theme } from "./pages.js";
import type { Provider } from "./providers.js";
import type { DefaultSession, Session, User } from "./session.js";

export interface SignInCallbackParams {
  user: User | AdapterUser;
  account?: Account | null;
  /** What the identity provider says (OAuth and OIDC). */
  profile?: Profile;
  /** E-mail: true while the link is being asked for, absent once it was followed. */
  email?: { verificationRequest?: boolean };
  /** Credentials: what was typed in. */
  credentials?: Record<string, unknown>;
}

export interface JWTCallbackParams {
  /** At sign-in: `name`, `email`, `image`, `picture` and `sub`. Later: what was stored. */
  token: JWT;
  /** Only at sign-in and sign-up. */
  user: User | AdapterUser;
  /** Only at sign-in and sign-up. */
  account?: Account | null;
  /** Only at sign-in and sign-up. */
  profile?: Profile;
  /** Undefined when a session is read. */
  trigger?: "signIn" | "signUp" | "update";
  /** @deprecated use `trigger === "signUp"` */
  isNewUser?: boolean;
  /** What the browser sent to update the session with. Validate it. */
  session?: unknown;
}

export type SessionCallbackParams = {
  session: { user: AdapterUser } & AdapterSession & Session;
  /** Only with the `database` strategy. */
  user: AdapterUser;
  /** Only with the `jwt` strategy. */
  token: JWT;
  /** Only on update: what the browser sent. Validate it. */
  newSession?: unknown;
  trigger?: "update";
};

/** Functions that decide. */
export interface CallbacksOptions {
  /** Whether this person may sign in: yes, no, or where to go instead. */
  signIn?(params: SignInCallbackParams): Awaitable<boolean | string>;
  /** Where a redirect may go. By default only to the site itself. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>;
  /** What the application and the browser see of a session. */
  session?(params: SessionCallbackParams): Awaitable<Session | DefaultSession>;
  /** What the session token holds. Null ends the session. */
  jwt?(params: JWTCallbackParams): Awaitable<JWT | null>;
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
  session(message: { session: Session; token?: JWT }): Awaitable<void>;
}

export interface SessionOptions {
  /** @default "jwt", or "database" when an adapter is given */
  strategy?: "jwt" | "database" | undefined;
  /** Seconds an idle session lasts. @default 2592000 (30 days) */
  maxAge?: number | undefined;
  /** Seconds between two extensions of a session; 0 extends at every access. @default 86400 (1 day) */
  updateAge?: number | undefined;
  /** Makes the token of a database session. @default a random UUID */
  generateSessionToken?(): string;
}

/** What is being tried: beginning a sign-in, finishing one, or a passkey ceremony. */
export type RateLimitAction = "signin" | "callback" | "webauthn-options";

/**
 * The options of `Auth()` and of every framework integration.
 *
 * ```ts
 * const config: AuthConfig = { providers: [GitHub], secret: process.env.AUTH_SECRET, trustHost: true };
 * ```
 */
export interface AuthConfig {
  providers: readonly Provider[];
  /**
   * A random text of at least 32 characters, or several with the newest first: all of them are
   * accepted, the first one is used for what is made from now on.
   * @default the environment variable AUTH_SECRET, where the integration reads it
   */
  secret?: string | readonly string[] | undefined;
  session?: SessionOptions | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  callbacks?: CallbacksOptions | undefined;
  events?: Partial<EventCallbacks> | undefined;
  adapter?: AdapterInput | undefined;
  /** Turns debug messages on. They hold no secrets. @default false */
  debug?: boolean | undefined;
  /** @default the console */
  logger?: Partial<LoggerInstance> | undefined;
  theme?: Theme | undefined;
  /** Cookies travel over https only. @default true on https sites */
  useSecureCookies?: boolean | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  /** The host of requests can be believed. Must be true, unless `url` is set. */
  trustHost?: boolean | undefined;
  /** The site's own URL. When it is set the Host header is not used. @default AUTH_URL */
  url?: string | URL | undefined;
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  raw?: typeof raw | undefined;
  /** Base of the OAuth `redirect_uri`, for deployments whose own URL the provider does not know. */
  redirectProxyUrl?: string | undefined;
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined;
  /** Path under which the routes live. @default "/auth" */
  basePath?: string | undefined;
  /**
   * Whether something may be tried once more. Asked before any work is done for it, once with each
   * key that is known: `ip:…` (see `clientIp`), `email:…`, and `name:…` for the user name of
   * credentials. Keys are normalised: one client, one key. When it fails, the try is refused.
   * `latchkey/rate-limit` has one that counts in memory. @default no limit
   */
  rateLimit?: ((key: string, action: RateLimitAction) => Awaitable<boolean>) | undefined;
  /**
   * The IP address of who sent a request: only the application knows which of its headers can be
   * believed. @default what Express says (`req.ip`); elsewhere none
   */
  clientIp?: ((request: Request) => string | null | undefined) | undefined;
  /** Milliseconds after which a call to a provider or to the adapter is given up. @default 10000 */
  timeout?: number | undefined;
}
