import type { Account, Profile } from "./account.js";
import type { AdapterSession, AdapterUser } from "./adapter.js";
import type { Awaitable } from "./common.js";
import type { EventCallbacks, JWTCallbackParams, SignInCallbackParams } from "./callbacks.js";
import type { JWT } from "./jwt.js";
import type { DefaultSession, Session, User } from "./session.js";

/** What the `session` callback gets with the `jwt` strategy. */
export interface TokenSessionParams {
  session: Session;
  token: JWT;
  newSession?: unknown;
  trigger?: "update";
}

/** What the `session` callback gets with the `database` strategy. */
export interface StoredSessionParams {
  session: AdapterSession & { user: AdapterUser };
  user: AdapterUser;
  newSession?: unknown;
  trigger?: "update";
}

/** The callbacks of a configuration, with the defaults filled in. */
export interface Callbacks {
  /** Null when the application has none: then everybody may. */
  signIn: ((params: SignInCallbackParams) => Awaitable<boolean | string>) | null;
  redirect: (params: { url: string; baseUrl: string }) => Awaitable<string>;
  /** Null when the application has none: then name, e-mail address and image are shown, no more. */
  session:
    | ((params: TokenSessionParams | StoredSessionParams) => Awaitable<Session | DefaultSession>)
    | null;
  /** Null when the application has none: then the token is kept as it is. */
  jwt: ((params: JwtParams) => Awaitable<JWT | null>) | null;
  /** Null when the application has none: then nobody deletes their account. */
  deleteUser: ((params: { user: AdapterUser }) => Awaitable<boolean>) | null;
}

/** `user`, `account` and `profile` are there only at sign-in and sign-up. */
export type JwtParams = Omit<JWTCallbackParams, "user"> & { user?: User | AdapterUser };

type Handlers = {
  [Name in keyof EventCallbacks]: (message: Parameters<EventCallbacks[Name]>[0]) => Promise<void>;
};

/**
 * The events of a configuration: each may be called, none of them throws. The one of every session
 * read is null when the application does not listen.
 */
export type Events = Omit<Handlers, "session"> & { session: Handlers["session"] | null };

/** Somebody has signed in: what the session is made from. */
export interface SignedIn {
  readonly user: User | AdapterUser;
  readonly account: Account;
  readonly profile?: Profile;
  readonly isNewUser?: boolean;
}
