import type { NextRequest } from "next/server.js";
import type { SessionOptions } from "../../../core/auth-config.js";
import type { AuthjsMigrationOptions } from "../../../plugins/authjs-migration/v4.js";
import type { Account, TokenSet } from "../../../types/account.js";
import type { Adapter } from "../../../types/adapter.js";
import type { Awaitable, Untyped } from "../../../types/common.js";
import type { CookiesOptions } from "../../../types/cookies.js";
import type { JWT } from "../../../types/jwt.js";
import type { ConfiguredLogger } from "../../../types/logger.js";
import type { PagesOptions, Theme } from "../../../types/pages.js";
import type { CredentialInput, ForeignInput } from "../../../types/provider-common.js";
import type { Provider as AnyProvider } from "../../../types/providers.js";
import type { DefaultSession, Session, User as AnyUser } from "../../../types/session.js";
import type { OAuthConfig } from "./providers/oauth.js";

/** As in next-auth 4, a user always has an id. */
export interface DefaultUser extends AnyUser {
  id: string;
}

/** Extend it by declaration merging, as before. */
export interface User extends DefaultUser {}

export interface AdapterUser extends User {
  email: string;
  emailVerified: Date | null;
}

export type SessionStrategy = "jwt" | "database";
export type ISODateString = string;
export type { Account, Awaitable, DefaultSession, Session, Theme, TokenSet };
export type { CookieOption, CookiesOptions } from "../../../types/cookies.js";
export type { LoggerInstance } from "../../../types/logger.js";
export type { PagesOptions } from "../../../types/pages.js";
export type { SessionOptions } from "../../../core/auth-config.js";

/** A provider's profile. Extend it by declaration merging, as before. */
export interface Profile {
  sub?: string;
  name?: string;
  email?: string;
  image?: string;
}

export interface CallbacksOptions<P = Profile, A = Account> {
  signIn(params: {
    user: User | AdapterUser;
    account: A | null;
    profile?: P;
    email?: { verificationRequest?: boolean };
    credentials?: Record<string, CredentialInput>;
  }): Awaitable<string | boolean>;
  redirect(params: { url: string; baseUrl: string }): Awaitable<string>;
  session(params: {
    session: Session;
    token: JWT;
    user: AdapterUser;
    newSession: Untyped;
    trigger: "update";
  }): Awaitable<Session | DefaultSession>;
  jwt(params: {
    token: JWT;
    user: User | AdapterUser;
    account: A | null;
    profile?: P;
    trigger?: "signIn" | "signUp" | "update";
    isNewUser?: boolean;
    session?: Untyped;
  }): Awaitable<JWT>;
}

export interface EventCallbacks {
  signIn(message: {
    user: User;
    account: Account | null;
    profile?: Profile;
    isNewUser?: boolean;
  }): Awaitable<void>;
  /** `token` with JWT sessions, `session` with database sessions. */
  signOut(message: { session: Session; token: JWT }): Awaitable<void>;
  createUser(message: { user: User }): Awaitable<void>;
  updateUser(message: { user: User }): Awaitable<void>;
  linkAccount(message: {
    user: User | AdapterUser;
    account: Account;
    profile: User | AdapterUser;
  }): Awaitable<void>;
  session(message: { session: Session; token: JWT }): Awaitable<void>;
}

export type Secret = string | Uint8Array;

export interface JWTEncodeParams {
  token?: JWT | undefined;
  salt?: string | undefined;
  secret: string | Uint8Array;
  maxAge?: number | undefined;
}

export interface JWTDecodeParams {
  token?: string | undefined;
  salt?: string | undefined;
  secret: string | Uint8Array;
}

export interface JWTOptions {
  secret: string;
  maxAge: number;
  encode(params: JWTEncodeParams): Awaitable<string>;
  decode(params: JWTDecodeParams): Awaitable<JWT | null>;
}

export type AuthAction =
  | "providers"
  | "session"
  | "csrf"
  | "signin"
  | "signout"
  | "callback"
  | "verify-request"
  | "error"
  | "_log";

/** A request in the form of next-auth 4. */
export interface RequestInternal {
  origin?: string;
  method?: string;
  cookies?: Partial<Record<string, string>>;
  headers?: Record<string, Untyped>;
  query?: Record<string, Untyped>;
  body?: Record<string, Untyped>;
  action: AuthAction;
  providerId?: string;
  error?: string;
}

/** The part that `authorize` gets. */
export type V4Request = Pick<RequestInternal, "query" | "body" | "headers" | "method">;

export interface CredentialsConfig<
  C extends Record<string, CredentialInput | ForeignInput> = Record<string, CredentialInput>,
> {
  id: string;
  name: string;
  type: "credentials";
  credentials: C;
  authorize(
    credentials: Record<keyof C, string> | undefined,
    req: V4Request,
  ): Awaitable<User | null>;
  options?: object | undefined;
}

/**
 * The methods of an adapter with any row types: a published one doesn't know the columns that your
 * application adds to `User`.
 */
type AnyAdapter = { [Method in keyof Adapter]?: Untyped };

/** The options of next-auth 4, and `migration`. */
export interface AuthOptions {
  providers: (AnyProvider<Untyped> | OAuthConfig<Untyped> | AnyV4Credentials)[];
  secret?: string | undefined;
  session?: Partial<SessionOptions> | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  callbacks?: Partial<CallbacksOptions> | undefined;
  events?: Partial<EventCallbacks> | undefined;
  adapter?: AnyAdapter | undefined;
  debug?: boolean | undefined;
  logger?: Partial<ConfiguredLogger> | undefined;
  theme?: Theme | undefined;
  useSecureCookies?: boolean | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  /** Options of the plugin `authjsMigration`. @default `{ until: process.env.AUTH_MOVED_UNTIL }` */
  migration?: Omit<AuthjsMigrationOptions, "from"> | undefined;
}

/** Credentials with any fields. */
export interface AnyV4Credentials {
  id: string;
  name: string;
  type: "credentials";
  credentials: Record<string, CredentialInput | ForeignInput>;
  authorize(credentials: Untyped, req: V4Request): Awaitable<User | null>;
  options?: object | undefined;
}

export type NextAuthOptions = AuthOptions;
export type EventType = keyof EventCallbacks;

export interface NextRequestWithAuth extends NextRequest {
  nextauth: { token: JWT | null };
}
