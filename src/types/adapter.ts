import type { RecordStore } from "../core/records.js";
import type { Account, ProviderType } from "./account.js";
import type { Awaitable } from "./common.js";
import type { describes } from "./infer.js";
import type { User } from "./session.js";

/** A stored user. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  /**
   * When somebody first proved that the address is theirs: by following a link that was mailed to it, or
   * by signing in with a provider that vouches for it. Null until then.
   */
  emailVerified: Date | null;
}

/** A user about to be stored, as the library knows it: not every provider tells an e-mail address. */
export type NewUser = Omit<AdapterUser, "email"> & { email?: string | null };

/** A user as an application of its own makes one: what is not said is left empty, and the id is made. */
export type UserToCreate<Columns = unknown> = Partial<Omit<AdapterUser & Columns, "email">> & {
  email?: string | null;
};

/** The account types that are stored. */
export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">;

/** A stored account. One user may have several. */
export interface AdapterAccount extends Account {
  userId: string;
  type: AdapterAccountType;
}

/** A stored session. */
export interface AdapterSession {
  /** Random value, held by the browser in a cookie that scripts can not read. */
  sessionToken: string;
  userId: string;
  expires: Date;
}

/** A stored one-time token of the e-mail sign-in. */
export interface VerificationToken {
  /** The user's e-mail address. */
  identifier: string;
  expires: Date;
  /** Hashed with the secret; the value in the link is never stored. */
  token: string;
}

/** A WebAuthn credential. */
export interface Authenticator {
  /** Id of the user it belongs to. */
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

/** The key of an account. */
export type AccountKey = Pick<AdapterAccount, "provider" | "providerAccountId">;

/**
 * Functions that read and write a data store. Every method is optional: an operation that needs a
 * missing one fails and says which.
 */
export interface Adapter {
  /** Not every provider tells an e-mail address: without one, `email` is null or missing. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>;
  getUser?(id: string): Awaitable<AdapterUser | null>;
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>;
  getUserByAccount?(account: AccountKey): Awaitable<AdapterUser | null>;
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<AdapterUser>;
  deleteUser?(userId: string): Promise<void> | Awaitable<AdapterUser | null | undefined>;
  linkAccount?(
    account: AdapterAccount,
  ): Promise<void> | Awaitable<AdapterAccount | null | undefined>;
  unlinkAccount?(account: AccountKey): Promise<void> | Awaitable<AdapterAccount | undefined>;
  getAccount?(
    providerAccountId: AdapterAccount["providerAccountId"],
    provider: AdapterAccount["provider"],
  ): Awaitable<AdapterAccount | null>;
  /**
   * All accounts of a user. Asked for when somebody first proves to own the user's e-mail address: accounts
   * that were linked without such a proof are unlinked then. Without it they stay, and the log says so.
   */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>;
  /**
   * Changes the members that are given of the account with this key, and leaves the others. Asked for when
   * its owner signs in again and the provider gave new tokens. Without it the first ones stay stored.
   */
  updateAccount?(
    account: Partial<AdapterAccount> & AccountKey,
  ): Promise<void> | Awaitable<AdapterAccount | null | undefined>;
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>;
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  deleteSession?(
    sessionToken: string,
  ): Promise<void> | Awaitable<AdapterSession | null | undefined>;
  /**
   * Ends all sessions of a user. Asked for when somebody first proves to own the user's e-mail address:
   * whoever was signed in before may be somebody else. Without it they stay so until their sessions expire.
   */
  deleteSessionsByUserId?(userId: string): Awaitable<void>;
  createVerificationToken?(
    verificationToken: VerificationToken,
  ): Awaitable<VerificationToken | null | undefined>;
  /** Returns the token and deletes it in one step, so that it works once. */
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
   * Removes a passkey for good. Asked for when one is taken from a user. Without it the row stays behind:
   * it lets nobody in, since its account is gone, and is not told to browsers.
   */
  deleteAuthenticator?(
    credentialID: string,
  ): Promise<void> | Awaitable<AdapterAuthenticator | null | undefined>;
  /**
   * Runs `work` so that either all of its writes are kept or none, and resolves to what `work`
   * resolves to. `work` gets an adapter that is bound to the transaction.
   */
  transaction?<T>(work: (adapter: Adapter) => Promise<T>): Promise<T>;
  /** The tables of providers and plugins. An adapter without them is completed by `extend`. */
  readonly records?: RecordStore;
}

/** Columns of the application's own in the table of users. No value has this member. */
export interface DeclaresColumns<Columns> {
  readonly [describes]?: { columns: Columns };
}

/** An adapter that has every method, with columns of the application's own in the table of users. */
export interface WholeAdapter<Columns = unknown>
  extends Required<Omit<Adapter, UserMethod>>, DeclaresColumns<Columns> {
  createUser(user: UserToCreate<Columns>): Promise<AdapterUser & Columns>;
  getUser(id: string): Promise<(AdapterUser & Columns) | null>;
  getUserByEmail(email: string): Promise<(AdapterUser & Columns) | null>;
  getUserByAccount(account: AccountKey): Promise<(AdapterUser & Columns) | null>;
  updateUser(
    user: Partial<AdapterUser & Columns> & Pick<AdapterUser, "id">,
  ): Promise<AdapterUser & Columns>;
}

type UserMethod = "createUser" | "getUser" | "getUserByEmail" | "getUserByAccount" | "updateUser";

/** An adapter, or a function that makes one, now or later. */
export type AdapterInput<Columns = unknown> =
  | (Adapter & DeclaresColumns<Columns>)
  | (() => Awaitable<Adapter & DeclaresColumns<Columns>>);
