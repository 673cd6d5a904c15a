import type { Account, Profile } from "./account.js";
import type { AdapterSession, AdapterUser } from "./adapter.js";
import type { Awaitable, Untyped } from "./common.js";
import type { JWT } from "./jwt.js";
import type { AnySession, Session, User } from "./session.js";

/** A user from a provider or the store; `Columns` are the custom columns the adapter declares. */
export type SomeUser<Columns = unknown> = (User | AdapterUser) & Partial<Columns>;

export interface SignInCallbackParams<Columns = unknown> {
  user: SomeUser<Columns>;
  account?: Account | null;
  /** The identity provider's claims (OAuth and OIDC). */
  profile?: Profile;
  /** Email: true when the link is requested, absent when it's followed. */
  email?: { verificationRequest?: boolean };
  /** Credentials: what the user typed. */
  credentials?: Record<string, unknown>;
}

export interface JWTCallbackParams<Columns = unknown> {
  /** At sign-in: `name`, `email`, `image`, `picture` and `sub`. Later: the stored token. */
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
  /** The data the browser sent to update the session. Validate it. */
  session?: Untyped;
}

export type SessionCallbackParams<Columns = unknown, Token = JWT, Added = unknown> = {
  /** Includes what plugins add. */
  session: { user: AdapterUser } & AdapterSession & Session & Added;
  /** Only with the `database` strategy. */
  user: AdapterUser & Columns;
  /** Only with the `jwt` strategy. */
  token: Token;
  /** Only on update: the data the browser sent. Validate it. */
  newSession?: Untyped;
  trigger?: "update";
};

/**
 * Callbacks that make decisions. The result of `session` is the type of the app's sessions, and the result of
 * `jwt` is the type of the `token` in `session`, if `jwt` comes before it.
 */
export interface CallbacksOptions<
  Returned extends AnySession = AnySession,
  Columns = unknown,
  Token extends JWT = JWT,
  Added = unknown,
> {
  /** Whether this user may sign in: true, false, or a URL to redirect to. */
  signIn?(params: SignInCallbackParams<Columns>): Awaitable<boolean | string>;
  /** Where a redirect may go. By default only to the site itself. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>;
  /** Returns the session as the app and the browser see it. */
  session?(params: SessionCallbackParams<Columns, Token, Added>): Awaitable<Returned>;
  /** Returns the content of the session token. Null ends the session. */
  jwt?(params: JWTCallbackParams<Columns>): Awaitable<Token | null>;
  /**
   * Returns whether a user may delete their account on the account page. Called after they have
   * confirmed; delete their data here. @default nobody may, and the page doesn't offer it
   */
  deleteUser?(params: { user: AdapterUser & Columns }): Awaitable<boolean>;
}

/** Event handlers. They're awaited; their errors are only logged. */
export interface EventCallbacks<Columns = unknown> {
  signIn(message: {
    user: User & Partial<Columns>;
    account?: Account | null;
    profile?: Profile;
    isNewUser?: boolean;
  }): Awaitable<void>;
  signOut(
    message: { session: Awaited<AdapterSession | null | undefined | void> } | { token: JWT | null },
  ): Awaitable<void>;
  createUser(message: { user: User & Partial<Columns> }): Awaitable<void>;
  updateUser(message: { user: User & Partial<Columns> }): Awaitable<void>;
  linkAccount(message: {
    user: SomeUser<Columns>;
    account: Account;
    profile: User | AdapterUser;
  }): Awaitable<void>;
  /** An account or a passkey of a user was removed. Contains no tokens. */
  unlinkAccount(message: { user: SomeUser<Columns>; account: Account }): Awaitable<void>;
  session(message: { session: Session; token?: JWT }): Awaitable<void>;
}
