import type { Account, Profile } from "./account.js";
import type { AdapterSession, AdapterUser } from "./adapter.js";
import type { EventCallbacks, JWTCallbackParams, SignInCallbackParams } from "./callbacks.js";
import type { Awaitable } from "./common.js";
import type { JWT } from "./jwt.js";
import type { DefaultSession, Session, User } from "./session.js";

/** The arguments of the `session` callback with the `jwt` strategy. */
export interface TokenSessionParams {
  session: Session;
  token: JWT;
  newSession?: unknown;
  trigger?: "update";
}

/** The arguments of the `session` callback with the `database` strategy. */
export interface StoredSessionParams {
  session: AdapterSession & { user: AdapterUser };
  user: AdapterUser;
  newSession?: unknown;
  trigger?: "update";
}

/** The callbacks of a configuration, with the defaults filled in. */
export interface Callbacks {
  /** Null if the app has none: everyone may sign in. */
  signIn: ((params: SignInCallbackParams) => Awaitable<boolean | string>) | null;
  redirect: (params: { url: string; baseUrl: string }) => Awaitable<string>;
  /** Null if the app has none: sessions have the name, email address and image only. */
  session:
    | ((params: TokenSessionParams | StoredSessionParams) => Awaitable<Session | DefaultSession>)
    | null;
  /** Null if the app has none: the token is kept unchanged. */
  jwt: ((params: JwtParams) => Awaitable<JWT | null>) | null;
  /** Null if the app has none: nobody can delete their account. */
  deleteUser: ((params: { user: AdapterUser }) => Awaitable<boolean>) | null;
}

/** `user`, `account` and `profile` are set only at sign-in and sign-up. */
export type JwtParams = Omit<JWTCallbackParams, "user"> & { user?: User | AdapterUser };

type Handlers = {
  [Name in keyof EventCallbacks]: (message: Parameters<EventCallbacks[Name]>[0]) => Promise<void>;
};

/**
 * The events of a configuration: each can be called, and none throws. The handler for session reads is null
 * if the app has none.
 */
export type Events = Omit<Handlers, "session"> & { session: Handlers["session"] | null };

/** A finished sign-in, from which the session is created. */
export interface SignedIn {
  readonly user: User | AdapterUser;
  readonly account: Account;
  readonly profile?: Profile;
  readonly isNewUser?: boolean;
}
