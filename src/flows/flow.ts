import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { AuthError } from "../errors.js";
import type { Fields } from "../http/fields.js";
import type { Outcome } from "../http/outcome.js";
import type { Site } from "../http/urls.js";
import type { Account, Profile, ProviderType, TokenSet } from "../types/account.js";
import type { Awaitable } from "../types/common.js";
import type { SignInCallbackParams } from "../types/config.js";
import type { SignInForm } from "../types/forms.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Theme } from "../types/pages.js";
import type { User } from "../types/session.js";
import type { AdapterMethod, Store } from "../types/store.js";

/**
 * What a flow has proven:
 * - `email-owner`: the person owns the e-mail address.
 * - `linked-email`: the account, and the application chose to believe its e-mail address.
 * - `account-only`: the account at the provider, nothing about its e-mail address.
 * - `none`: only what the application itself said; nothing is stored.
 */
export type Trust = "email-owner" | "linked-email" | "account-only" | "none";

/** Somebody has proven who they are. */
export interface Verified {
  readonly kind: "verified";
  readonly user: User;
  readonly account: Account;
  readonly trust: Trust;
  readonly profile?: Profile;
  readonly credentials?: Record<string, unknown>;
  /** What of the token response is stored with the account. */
  readonly storedTokens?: TokenSet;
  /** Who was signed in when the flow began. Absent when it began with this very request. */
  readonly beganAs?: string | null;
  /** Where the person wanted to go when the flow began. */
  readonly callbackUrl?: string;
  /**
   * Written once the application has allowed the sign-in and before there is a session: together
   * with a new account, as a whole or not at all.
   */
  readonly alongside?: (store: Store, userId: string) => Promise<void>;
}

/** Nobody is known to have opened the link yet: a page must ask, and its button posts the fields. */
export interface AskFirst {
  readonly kind: "ask-first";
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A mail this browser asked for, and whether its code may be typed in. */
export interface PendingMail {
  readonly email: string;
  readonly callbackUrl: string;
  readonly takesCode: boolean;
}

/** What a flow needs of one request. */
export interface FlowContext {
  readonly site: Site;
  readonly method: string;
  readonly headers: Headers;
  readonly query: Fields;
  readonly body: Fields;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds an outgoing call may take. */
  readonly timeout: number;
  readonly logger: LoggerInstance;
  readonly theme: Theme;
  readonly store: Store | null;
  /** Where to go afterwards, as the `redirect` callback judged it. */
  readonly callbackUrl: string;
  /** Id of the user who is signed in now. */
  readonly signedInAs: () => Promise<string | null>;
  /** Asks the `signIn` callback: null to go on, else where to go instead. Throws when it says no. */
  readonly permit: (params: SignInCallbackParams) => Promise<Outcome | null>;
  /** Judges another target by the `redirect` callback. */
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** The request with its fields as a JSON body, for the application's own functions. */
  readonly toRequest: () => Request;
}

/** Finishes a sign-in: with proof, or with an answer that says otherwise. */
export type Finish = (context: FlowContext) => Promise<Verified | AskFirst | Outcome>;

/** A provider of a configuration, bound to its flow. Nothing outside of `flows/` looks at its type. */
export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
  /** What is wrong with its configuration. */
  readonly problem?: AuthError;
  /** Adapter methods it can not do without; undefined when it needs no adapter. */
  readonly adapterMethods?: readonly AdapterMethod[];
  /** Why it needs an adapter. */
  readonly adapterReason?: string;
  /** What the built-in sign-in page shows for it. */
  form(site: Site): SignInForm | undefined;
  /** `POST signin/{id}`. Absent when there is nothing to begin. */
  readonly begin?: (context: FlowContext) => Promise<Outcome>;
  /** `callback/{id}`, by method. */
  readonly finish: { readonly GET?: Finish; readonly POST?: Finish };
  /** Whether a POST to the callback comes from a page of ours, and so carries a CSRF token. */
  readonly finishNeedsCsrf: boolean;
  /** Whom a request is about, as normalised keys for the application's `rateLimit`. */
  readonly limitKeys?: (context: FlowContext) => Awaitable<readonly string[]>;
  /** `GET webauthn-options/{id}`. */
  readonly options?: (context: FlowContext) => Promise<Outcome>;
  /** What the page `verify-request` may offer to this browser. */
  readonly pendingMail?: (context: FlowContext) => Promise<PendingMail | undefined>;
  /**
   * Takes away the ways of this flow into a user's account that were made before anybody had proven
   * to own its e-mail address. Asked when somebody first proves it and is not signed in as that user:
   * whoever made them may be somebody else. Tells whether there were any.
   */
  readonly disown?: (store: Store, userId: string) => Promise<boolean>;
  /** Whether signing in sends the browser to another site. */
  readonly leavesSite: boolean;
  /** The switch under `experimental` that must be on. */
  readonly experimental?: "enableWebAuthn";
  /** Whether it is offered in the suggestions of the sign-in page's fields. Only one flow can be. */
  readonly conditional?: boolean;
}
