import type { Account, Profile } from "./account.js";
import type { AdapterSession, AdapterUser } from "./adapter.js";
import type { Awaitable, Untyped } from "./common.js";
import type { JWT } from "./jwt.js";
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

export type SessionCallbackParams<Columns = unknown, Token = JWT, Added = unknown> = {
  /** With what plugins add to it. */
  session: { user: AdapterUser } & AdapterSession & Session & Added;
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
  Added = unknown,
> {
  /** Whether this person may sign in: yes, no, or where to go instead. */
  signIn?(params: SignInCallbackParams<Columns>): Awaitable<boolean | string>;
  /** Where a redirect may go. By default only to the site itself. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>;
  /** What the application and the browser see of a session. */
  session?(params: SessionCallbackParams<Columns, Token, Added>): Awaitable<Returned>;
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
