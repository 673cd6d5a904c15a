import type { NextRequest } from "next/server.js";
import type { Account, Profile } from "../../../types/account.js";
import type { Adapter } from "../../../types/adapter.js";
import type { Awaitable, Untyped } from "../../../types/common.js";
import type { EventCallbacks } from "../../../types/callbacks.js";
import type { SessionOptions } from "../../../types/config.js";
import type { CookiesOptions } from "../../../types/cookies.js";
import type { JWT } from "../../../types/jwt.js";
import type { AuthjsMigrationOptions } from "../../../plugins/authjs-migration/v4.js";
import type { ConfiguredLogger } from "../../../types/logger.js";
import type { PagesOptions, Theme } from "../../../types/pages.js";
import type { CredentialInput, ForeignInput } from "../../../types/provider-common.js";
import type { OAuth2Config, OAuthChecks, Provider } from "../../../types/providers.js";
import type { DefaultSession, Session, User as AnyUser } from "../../../types/session.js";

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
export type { Account, Awaitable, DefaultSession, Profile, Session, Theme };
export type { CookieOption, CookiesOptions } from "../../../types/cookies.js";
export type { LoggerInstance } from "../../../types/logger.js";
export type { PagesOptions } from "../../../types/pages.js";
export type { EventCallbacks } from "../../../types/callbacks.js";
export type { SessionOptions } from "../../../types/config.js";
export type { TokenSet } from "../../../types/account.js";

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

/** The request as `authorize` of next-auth 4 gets it. */
export interface V4Request {
  query?: Record<string, string>;
  body?: Record<string, Untyped>;
  headers?: Record<string, string>;
  method?: string;
}

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

/** The options of next-auth 4, and the day on which its cookies are no longer read. */
export interface AuthOptions {
  providers: (Provider<Untyped> | V4OAuthConfig | CredentialsConfig | AnyV4Credentials)[];
  secret?: string | undefined;
  session?: Partial<SessionOptions> | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  callbacks?: Partial<CallbacksOptions> | undefined;
  events?: Partial<EventCallbacks> | undefined;
  adapter?: Adapter | undefined;
  debug?: boolean | undefined;
  logger?: Partial<ConfiguredLogger> | undefined;
  theme?: Theme | undefined;
  useSecureCookies?: boolean | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  /** Options of the plugin `authjsMigration`. @default `{ until: process.env.AUTH_MOVED_UNTIL }` */
  migration?: Omit<AuthjsMigrationOptions, "from"> | undefined;
}

/** Said to be OAuth, where `idToken` makes it OpenID Connect. */
export interface V4OAuthConfig extends Omit<OAuth2Config<Untyped>, "checks" | "options"> {
  idToken?: boolean | undefined;
  checks?: OAuthChecks | readonly OAuthChecks[] | undefined;
  version?: string | undefined;
  options?: object | undefined;
}

interface AnyV4Credentials {
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
