import type { Account, ProviderType } from "./account.js";
import type { Awaitable } from "./common.js";
import type { describes } from "./infer.js";
import type { RecordStore } from "./records.js";
import type { User } from "./session.js";

/** A stored user. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  /**
   * When someone first proved to own the address, by following a link mailed to it or signing in with a
   * provider that verifies it. Null until then.
   */
  emailVerified: Date | null;
}

/** A row of the users table, without columns the app declares on `User`: published adapters don't know those. */
export interface StoredUser {
  id: string;
  name?: string | null;
  email: string;
  image?: string | null;
  emailVerified: Date | null;
}

/** A user about to be stored. `email` is null if the provider returned none. */
export type NewUser = Omit<AdapterUser, "email"> & { email?: string | null };

/** A user as your own code may create one: missing members are left empty, and the id is generated. */
export type UserToCreate<Columns = unknown> = Partial<Omit<AdapterUser & Columns, "email">> & {
  email?: string | null;
};

/** The account types that are stored. */
export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">;

/** A stored account. A user may have several. */
export interface AdapterAccount extends Account {
  userId: string;
  type: AdapterAccountType;
}

/** A stored session. */
export interface AdapterSession {
  /** A random value, kept by the browser in a cookie that scripts can't read. */
  sessionToken: string;
  userId: string;
  expires: Date;
}

/** A stored one-time token of the email sign-in. */
export interface VerificationToken {
  /** The user's email address. */
  identifier: string;
  expires: Date;
  /** Hashed with the secret; the value in the link is never stored. */
  token: string;
}

/** A WebAuthn credential. */
export interface Authenticator {
  /** The id of the user who owns it. */
  userId?: string;
  providerAccountId: string;
  /** Base64. */
  credentialID: string;
  /** Base64. */
  credentialPublicKey: string;
  counter: number;
  credentialDeviceType: string;
  credentialBackedUp: boolean;
  /** Comma-separated transport names. */
  transports?: string | null;
}

/** A stored WebAuthn credential. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string;
}

/** Identifies an account. */
export type AccountKey = Pick<AdapterAccount, "provider" | "providerAccountId">;

/** Which users to list. */
export interface UserQuery {
  /** Only users after the one with this id, in the order of the ids. The user may be gone. */
  readonly after?: string | undefined;
  /** 1 to 1001. */
  readonly limit: number;
  /** Only users whose email address or name contains this text. Case is ignored. */
  readonly search?: string | undefined;
}

/**
 * Functions that read and write a data store. Every method is optional: an operation that needs a missing one
 * fails with an error that names it.
 */
export interface Adapter {
  /** `email` is null or missing if the provider returned none. */
  createUser?(user: AdapterUser): Awaitable<StoredUser>;
  getUser?(id: string): Awaitable<StoredUser | null>;
  getUserByEmail?(email: string): Awaitable<StoredUser | null>;
  getUserByAccount?(account: AccountKey): Awaitable<StoredUser | null>;
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<StoredUser>;
  /**
   * Lists users ordered by id, whatever order of ids is the store's own. For administrators: see
   * `latchkey/plugins/admin`.
   */
  listUsers?(query: UserQuery): Awaitable<StoredUser[]>;
  deleteUser?(userId: string): Promise<void> | Awaitable<StoredUser | null | undefined>;
  linkAccount?(
    account: AdapterAccount,
  ): Promise<void> | Awaitable<AdapterAccount | null | undefined>;
  unlinkAccount?(account: AccountKey): Promise<void> | Awaitable<AdapterAccount | undefined>;
  getAccount?(
    providerAccountId: AdapterAccount["providerAccountId"],
    provider: AdapterAccount["provider"],
  ): Awaitable<AdapterAccount | null>;
  /**
   * All accounts of a user. Called when someone first proves to own the user's email address: accounts linked
   * earlier without that proof are unlinked. Without this method they stay, and a warning is logged.
   */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>;
  /**
   * Updates the given members of the account with this key, and leaves the others. Called when its owner
   * signs in again and the provider issued new tokens. Without this method, the first tokens stay stored.
   */
  updateAccount?(
    account: Partial<AdapterAccount> & AccountKey,
  ): Promise<void> | Awaitable<AdapterAccount | null | undefined>;
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: StoredUser } | null>;
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  deleteSession?(
    sessionToken: string,
  ): Promise<void> | Awaitable<AdapterSession | null | undefined>;
  /**
   * Ends all sessions of a user. Called when someone first proves to own the user's email address: whoever
   * was signed in before may be someone else. Without this method, those sessions last until they expire.
   */
  deleteSessionsByUserId?(userId: string): Awaitable<void>;
  /**
   * Ends all sessions of a user but this one, in one step. Without this method all are ended, and this one is
   * restored, in a transaction if there are any.
   */
  deleteOtherSessions?(userId: string, sessionToken: string): Awaitable<void>;
  createVerificationToken?(
    verificationToken: VerificationToken,
  ): Awaitable<VerificationToken | null | undefined>;
  /** Returns the token and deletes it in one step, so that it works only once. */
  useVerificationToken?(params: {
    identifier: string;
    token: string;
  }): Awaitable<VerificationToken | null>;
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>;
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>;
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>;
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>;
  /**
   * Deletes a passkey. Called when a user removes one. Without this method the row stays, but can't be used
   * to sign in, since its account is gone.
   */
  deleteAuthenticator?(
    credentialID: string,
  ): Promise<void> | Awaitable<AdapterAuthenticator | null | undefined>;
  /** Runs `work` in a transaction and resolves to its result. `work` receives an adapter bound to the transaction. */
  transaction?<T>(work: (adapter: Adapter) => Promise<T>): Promise<T>;
  /** The tables of providers and plugins. Use `extend` to add them to an adapter that lacks them. */
  readonly records?: RecordStore;
}

/** Custom columns in the users table. A type only: no value has this member. */
export interface DeclaresColumns<Columns> {
  readonly [describes]?: { columns: Columns };
}

/** An adapter with every method, and with custom columns in the users table. */
export interface WholeAdapter<Columns = unknown>
  extends Required<Omit<Adapter, UserMethod>>, DeclaresColumns<Columns> {
  createUser(user: UserToCreate<Columns>): Promise<AdapterUser & Columns>;
  getUser(id: string): Promise<(AdapterUser & Columns) | null>;
  getUserByEmail(email: string): Promise<(AdapterUser & Columns) | null>;
  getUserByAccount(account: AccountKey): Promise<(AdapterUser & Columns) | null>;
  updateUser(
    user: Partial<AdapterUser & Columns> & Pick<AdapterUser, "id">,
  ): Promise<AdapterUser & Columns>;
  listUsers(query: UserQuery): Promise<(AdapterUser & Columns)[]>;
}

type UserMethod =
  | "createUser"
  | "getUser"
  | "getUserByEmail"
  | "getUserByAccount"
  | "updateUser"
  | "listUsers";

/** An adapter, or a sync or async function that creates one. */
export type AdapterInput<Columns = unknown> =
  | (Adapter & DeclaresColumns<Columns>)
  | (() => Awaitable<Adapter & DeclaresColumns<Columns>>);
