import type { Account, ProviderType } from "./account.js";
import type { Awaitable } from "./common.js";
import type { User } from "./session.js";

/** A stored user. */
export interface AdapterUser extends User {
  id: string;
  email: string;
  /** Null until the first sign-in by e-mail link, then the date of that sign-in. */
  emailVerified: Date | null;
}

/** A user about to be stored. Not every provider tells an e-mail address. */
export type NewUser = Omit<AdapterUser, "email"> & { email?: string | null };

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
  createUser?(user: NewUser): Awaitable<AdapterUser>;
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
   * Ends all sessions of a user. Asked for when passkeys are taken from a user because the owner of the
   * e-mail address came later: whoever made them may be signed in. Without it they stay so until their
   * sessions expire.
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
   * Runs `work` so that either all of its writes are kept or none, and resolves to what `work`
   * resolves to. `work` gets an adapter that is bound to the transaction.
   */
  transaction?<T>(work: (adapter: Adapter) => Promise<T>): Promise<T>;
}

/** An adapter, or a function that makes one, now or later. */
export type AdapterInput = Adapter | (() => Awaitable<Adapter>);
