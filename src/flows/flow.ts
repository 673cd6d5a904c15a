import type { Table } from "../core/records.js";
import type { lazyKeeper } from "../core/records/lazy-keeper.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { AuthError } from "../errors.js";
import type { Fields } from "../http/fields.js";
import type { Outcome } from "../http/outcome.js";
import type { Site } from "../http/urls.js";
import type { Page, PageFrame } from "../pages/layout.js";
import type { State } from "../state/state.js";
import type { Account, Profile, ProviderType, TokenSet } from "../types/account.js";
import type { AdapterAccount, Authenticator } from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { SignInCallbackParams } from "../types/callbacks.js";
import type { Tell } from "../types/events.js";
import type { Finding } from "../types/finding.js";
import type { SignInForm } from "../types/forms.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { RequestLanguage } from "../types/language.js";
import type { PasswordSentText } from "../types/messages.js";
import type { NoticeText } from "../types/notice-messages.js";
import type { Theme } from "../types/pages.js";
import type { Measure } from "../types/measure.js";
import type { User } from "../types/session.js";
import type { Provider } from "../types/providers.js";
import type { AdapterMethod, Store } from "../types/store.js";

/**
 * What a flow has proven:
 * - `email-owner`: the person owns the e-mail address.
 * - `linked-email`: the account, and the application chose to believe its e-mail address.
 * - `account-only`: the account at the provider, nothing about its e-mail address.
 * - `none`: only what the application itself said; nothing is stored.
 */
export type Trust = "email-owner" | "linked-email" | "account-only" | "none";

/**
 * Whether a user has proven recently who they are, with both factors if signing in takes both. `moment` is when
 * that must have been recent (now by default); `withPassword`: they type their password besides, which is checked.
 */
export type IsFresh = (
  userId: string,
  wanted?: { readonly moment?: number | undefined; readonly withPassword?: boolean },
) => Promise<boolean>;

/** Somebody has proven who they are. */
export interface Verified {
  readonly kind: "verified";
  readonly user: User;
  readonly account: Account;
  readonly trust: Trust;
  /** The provider has made sure that the address of `user` is the person's own. */
  readonly vouched?: boolean;
  /** The id that the account may be stored under from before, and whether that counts. */
  readonly former?: { readonly id: string; readonly isAccepted: boolean };
  readonly profile?: Profile;
  readonly credentials?: Record<string, unknown>;
  /** What of the token response is stored with the account. */
  readonly storedTokens?: TokenSet;
  /** Who was signed in when the flow began. Absent when it began with this very request. */
  readonly beganAs?: string | null;
  /** It was to link an account to whoever was signed in, and nothing else. */
  readonly links?: true;
  /** When the flow began, in milliseconds since 1970, where that is known. */
  readonly beganAt?: number;
  /** When the person last proved to the provider who they are, in milliseconds since 1970, where it tells. */
  readonly authTime?: number;
  /** Where the person wanted to go when the flow began. */
  readonly callbackUrl?: string;
  /**
   * Written once the application has allowed the sign-in and before there is a session: together
   * with a new account, as a whole or not at all.
   */
  readonly alongside?: (store: Store, userId: string) => Promise<void>;
  /** The credential by which somebody signed in. */
  readonly usedPasskey?: string;
  /** The passkey that is written so. */
  readonly passkey?: Authenticator;
  /** The person has proven two things at once: that they have something, and know or are something. */
  readonly bothSteps?: boolean;
  /** The person has another password from now on: sessions that they had before end. */
  readonly newPassword?: { readonly notice: NoticeText };
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
  /** Where another mail is asked for. @default where the sign-in begins */
  readonly again?: string;
  /** What the mail is for, where it is not for signing in. */
  readonly said?: PasswordSentText;
}

/** A form of a flow that is shown on a page of its own. */
export interface Screen {
  readonly kind: "screen";
  readonly screen: "sign-up" | "forgot" | "reset" | "confirm" | "change";
  /** What was wrong with what was sent. */
  readonly error?: string | undefined;
  /** The address that was typed in, or that is proven. */
  readonly email?: string | undefined;
  /** What goes along with the form unseen. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
  /** The person has a password, which the form asks for. */
  readonly asksForPassword?: boolean | undefined;
  /** Characters that a password has at least. */
  readonly minLength: number;
  /** What a new user is asked for besides. */
  readonly inputs?: readonly SignUpInput[] | undefined;
  /** The field that an error is about, where the error doesn't tell. */
  readonly field?: string | undefined;
}

/** A field of the application's on a page of this flow. */
export interface SignUpInput {
  readonly name: string;
  readonly label: string | undefined;
  readonly required: boolean;
  readonly maxLength: number;
  readonly autocomplete: string | undefined;
  readonly value: string | undefined;
}

/** A screen on its page. */
export interface ScreenPage extends PageFrame, Omit<Screen, "kind"> {
  readonly action: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly signInUrl: string;
  readonly forgotUrl: string;
}

/** A mail to the owner of an account about what was done to it: somebody else may have done it. */
export interface Notice {
  readonly email: string;
  readonly notice: NoticeText;
}

/**
 * Something in a request that could be guessed. Wrong secrets end in `CredentialsSignin` and are counted by the
 * action, unless the application limits attempts itself. A code of a mail is counted with its mail. A proof comes
 * from the owner of an address, after which failed attempts at their secret no longer count.
 */
export type Guess = "secret" | "code" | "proof";

/** Something else that can be done at a flow than to sign in. */
export interface Act {
  /** Absent when there is nothing to show. */
  readonly show?: (context: FlowContext) => Promise<Screen | Outcome>;
  readonly submit: (context: FlowContext) => Promise<Verified | Screen | Outcome>;
  /** What a submission could guess. Absent when nothing can be guessed. */
  readonly guess?: Guess;
  /** Whom a submission is about, as normalized keys for rate limits. */
  readonly limitKeys: (context: FlowContext) => Awaitable<readonly string[]>;
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
  /** Those of secrets from before a move: they open what was made then, and make nothing. */
  readonly olderKeys?: KeyRing | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds an outgoing call may take. */
  readonly timeout: number;
  readonly logger: LoggerInstance & { readonly debugs?: boolean };
  /** Tells whoever develops the application something, once. Absent in production. */
  readonly hint?: ((code: WarningCode, message: () => string) => void) | undefined;
  /** Emits an event. Absent when nobody observes. */
  readonly tell?: Tell | undefined;
  /** Measures calls, if anybody does. */
  readonly measure?: Measure | undefined;
  readonly theme: Theme;
  /** The language of pages and mails for this request. */
  readonly language: () => Awaitable<RequestLanguage>;
  readonly store: Store | null;
  readonly state: State;
  /** The IP address of the client, as it was told; undefined when nobody knows it. */
  readonly clientIp: () => string | undefined;
  /** The address of the socket at the other end; undefined when the framework can't tell. */
  readonly peer: string | undefined;
  /** Aborts when the client no longer waits for the response. Absent when nobody can tell. */
  readonly abortSignal?: (() => AbortSignal) | undefined;
  /** NODE_ENV isn't set, so production is assumed. */
  readonly assumed: boolean;
  /** Tries are counted for sure, so that what is sent may be short. Counted is enough out of production. */
  readonly countsTries: () => Promise<boolean>;
  /** Where to go afterwards, as the `redirect` callback judged it. */
  readonly callbackUrl: string;
  /** Id of the user who is signed in now. */
  readonly signedInAs: () => Promise<string | null>;
  readonly isFresh: IsFresh;
  /** Accounts are linked to who is signed in by an act of its own only. @default false */
  readonly explicitLinking?: boolean | undefined;
  /** This is that act, whatever its form says. @default as the form says */
  readonly links?: boolean | undefined;
  /** Asks the `signIn` callback: null to go on, else where to go instead. Throws when it says no. */
  readonly permit: (params: SignInCallbackParams) => Promise<Outcome | null>;
  /** Judges another target by the `redirect` callback. */
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** The request with its fields as a JSON body, for the application's own functions. */
  readonly toRequest: () => Request;
}

/** What came of asking a provider for a new access token. */
export type RefreshOutcome =
  | {
      readonly ok: true;
      readonly tokens: TokenSet;
      /** What of them is stored with the account. */
      readonly stored: TokenSet;
    }
  | {
      readonly ok: false;
      /** The provider does not take this refresh token any more. */
      readonly refused: boolean;
      /** The provider has answered; else it may have done what it was asked, and the answer was lost. */
      readonly isAnswer: boolean;
      readonly error: Error;
    };

/** What it takes to ask a provider something outside of a sign-in. The site is known where it is configured. */
export type InquiryContext = Pick<FlowContext, "keys" | "timeout" | "now" | "measure"> &
  Partial<Pick<FlowContext, "site">>;

/** For the pages and notices of the library. */
export interface FlowMail {
  /** Sends the owner of an account a mail that tells what was done to it. */
  readonly notify?: (context: FlowContext, notice: Notice) => Promise<void>;
  /** What the page `verify-request` may offer to this browser. */
  readonly pending: (context: FlowContext) => Promise<PendingMail | undefined>;
}

/** For access tokens that are kept and handed out. */
export interface FlowTokens {
  /** Asks the provider for a new access token. It never throws. */
  readonly refresh: (context: InquiryContext, refreshToken: string) => Promise<RefreshOutcome>;
  /** Tells the provider that tokens are of no use any more. Absent when that is not wanted. */
  readonly revoke?: (context: InquiryContext, tokens: TokenSet) => Promise<void>;
}

/** Finishes a sign-in: with proof, or with an answer that says otherwise. */
export type Finish = (context: FlowContext) => Promise<Verified | AskFirst | Outcome>;

/** What the whole configuration says about its providers. */
export interface FlowDefaults {
  readonly redirectProxyUrl?: string | undefined;
  readonly redirectProxyOrigins?: readonly string[] | undefined;
}

/** A provider as an object, which is what its factory returns. */
export type ProviderObject = Exclude<Provider, (...args: never) => unknown>;

/** The tables of a flow, readable without running anything. */
export interface KeepsTables {
  /** Created by `latchkey migrate`. */
  readonly tables?: readonly Table[];
  /** What keeps them. */
  readonly keeperOf?: typeof lazyKeeper;
}

/** A flow before it is bound to a provider. */
export interface FlowSource extends KeepsTables {
  /** A method, so that a function which takes its own type of provider is accepted. */
  bind(provider: ProviderObject, defaults: FlowDefaults): Awaitable<Flow>;
}

/** Flows by the type of the providers that they are for. */
export type Flows = Readonly<Record<string, FlowSource>>;

/** A provider of a configuration, bound to its flow. Nothing outside of `flows/` looks at its type. */
export interface Flow extends KeepsTables {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
  /** What is wrong with its configuration. */
  readonly problem?: AuthError;
  /** What is worth telling the people who run the site, once. */
  readonly warnings?: readonly { readonly code: WarningCode; readonly message: string }[];
  /** Adapter methods it can not do without; undefined when it needs no adapter. */
  readonly adapterMethods?: readonly AdapterMethod[];
  /** Why it needs an adapter. */
  readonly adapterReason?: string;
  /** Finds what only asking the store can tell. */
  readonly check?: (store: Store) => Promise<AuthError | undefined>;
  /** What the built-in sign-in page shows for it. */
  form(site: Site, language?: RequestLanguage): SignInForm | undefined;
  /** `POST signin/{id}`. Absent when there is nothing to begin. */
  readonly begin?: (context: FlowContext) => Promise<Outcome>;
  /** `GET signin/{id}` in the name of an issuer; undefined when it is not this one's. */
  readonly initiate?: (context: FlowContext, issuer: string) => Promise<Outcome | undefined>;
  /** `callback/{id}`, by method. */
  readonly finish: { readonly GET?: Finish; readonly POST?: Finish };
  /** Whether a POST to the callback comes from a page of ours, and so carries a CSRF token. */
  readonly finishNeedsCsrf: boolean;
  /** Whom a request is about, as normalised keys for rate limits. */
  readonly limitKeys?: (context: FlowContext) => Awaitable<readonly string[]>;
  /** What finishing a sign-in could guess. Absent when nothing can be guessed. */
  readonly guess?: (context: FlowContext) => Awaitable<Guess | undefined>;
  /** What the doctor finds out about it, without signing anybody in. */
  readonly examine?: (context: FlowContext) => Promise<readonly Finding[]>;
  /** `GET webauthn-options/{id}`. */
  readonly options?: (context: FlowContext) => Promise<Outcome>;
  /** `GET assets/{name}`: a file that its form needs. */
  readonly file?: (name: string) => Promise<Outcome | undefined>;
  /** `GET assets/{id}`: a page that a provider for development has in the application, or the mailer of this one. */
  readonly page?: {
    readonly id: string;
    readonly show: (context: FlowContext) => Promise<Outcome | undefined>;
  };
  /** `password/{act}`. */
  readonly acts?: Readonly<Record<string, Act>>;
  /** Shows a screen of these acts. */
  readonly showScreen?: (language: RequestLanguage, page: ScreenPage) => Promise<Page>;
  /**
   * Takes away what this flow keeps of a user beside accounts. Asked when somebody first proves to own
   * the user's e-mail address and is not signed in as that user: whoever made it may be somebody else.
   * Tells whether there was any.
   */
  readonly disown?: (store: Store, userId: string) => Promise<boolean>;
  /** Whether a user has a password. Absent when this flow has none. */
  readonly hasPassword?: (store: Store, userId: string) => Promise<boolean>;
  /** What to add to the request of a sign-in that is to prove anew who somebody is: seconds ago at most. */
  readonly freshParams?: (within: number) => Readonly<Record<string, string>>;
  /** Whether it asks how long ago the user who is signed in proved who they are. */
  readonly asksForFreshProof?: boolean;
  /** Whether a stored account of this flow shows that its owner had this address. */
  readonly vouchesFor?: (account: AdapterAccount, address: string) => boolean;
  /** What the mails of this flow can do besides signing in. */
  readonly mail?: FlowMail;
  /** What can be done with tokens of the provider. Absent when it gives none. */
  readonly tokens?: FlowTokens;
  /** What plugins know it by that are built on flows of its kind. */
  readonly own?: object;
  /** Whether signing in sends the browser to another site. */
  readonly leavesSite: boolean;
  /** Sources of `form-action` to which the browser may be sent, where https is not all. */
  readonly plainOrigins?: readonly string[];
  /** The switch under `experimental` that must be on. */
  readonly experimental?: "enableWebAuthn";
  /** Whether it is offered in the suggestions of the sign-in page's fields. Only one flow can be. */
  readonly conditional?: boolean;
}
