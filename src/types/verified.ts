import type { Account, Profile, TokenSet } from "./account.js";
import type { Authenticator } from "./adapter.js";
import type { NoticeText } from "./notice-messages.js";
import type { User } from "./session.js";
import type { Store } from "./store.js";

/**
 * What a flow has proven:
 * - `email-owner`: the person owns the email address.
 * - `linked-email`: the account, and the application chose to believe its email address.
 * - `account-only`: the account at the provider, nothing about its email address.
 * - `none`: only what the application itself said; nothing is stored.
 */
export type Trust = "email-owner" | "linked-email" | "account-only" | "none";

/** The result of a verified sign-in. */
export interface Verified {
  readonly kind: "verified";
  readonly user: User;
  readonly account: Account;
  readonly trust: Trust;
  /** The provider verified that the user owns the email address. */
  readonly vouched?: boolean;
  /** The id the account may be stored under from earlier, and whether to accept it. */
  readonly former?: { readonly id: string; readonly isAccepted: boolean };
  readonly profile?: Profile;
  readonly credentials?: Record<string, unknown>;
  /** The part of the token response that is stored with the account. */
  readonly storedTokens?: TokenSet;
  /** The user who was signed in when the flow began. Absent if it began with this request. */
  readonly beganAs?: string | null;
  /** The flow was started only to link an account to the signed-in user. */
  readonly links?: true;
  /** When the flow began, in milliseconds since 1970, if known. */
  readonly beganAt?: number;
  /** When the user last authenticated with the provider, in milliseconds since 1970, if it says. */
  readonly authTime?: number;
  /** Where the user wanted to go when the flow began. */
  readonly callbackUrl?: string;
  /**
   * Written after the `signIn` callback allowed the sign-in and before the session starts, atomically with a
   * new account.
   */
  readonly alongside?: (store: Store, userId: string) => Promise<void>;
  /** The credential the user signed in with. */
  readonly usedPasskey?: string;
  /** The passkey that is stored with it. */
  readonly passkey?: Authenticator;
  /** The user proved two factors at once: something they have, and something they know or are. */
  readonly bothSteps?: boolean;
  /** The user has a new password: their earlier sessions end. */
  readonly newPassword?: { readonly notice: NoticeText };
}
