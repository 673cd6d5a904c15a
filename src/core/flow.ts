import type { Page, PageFrame } from "../pages/layout.js";
import type { ProviderType, TokenSet } from "../types/account.js";
import type { AdapterAccount } from "../types/adapter.js";
import type { SignInCallbackParams } from "../types/callbacks.js";
import type { Awaitable } from "../types/common.js";
import type { Tell } from "../types/events.js";
import type { Finding } from "../types/finding.js";
import type { PagePrompt, SignInForm, TypedField } from "../types/forms.js";
import type { RequestLanguage } from "../types/language.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { Measure } from "../types/measure.js";
import type { PasswordSentText } from "../types/messages.js";
import type { NoticeLink, NoticeText } from "../types/notice-messages.js";
import type { Theme } from "../types/pages.js";
import type { Provider } from "../types/providers.js";
import type { Table } from "../types/records.js";
import type { AdapterMethod, Store } from "../types/store.js";
import type { Verified } from "../types/verified.js";
import type { CookieJar } from "./cookies/jar.js";
import type { CookieSet } from "./cookies/names.js";
import type { KeyRing } from "./crypto/keys.js";
import type { AuthError } from "./errors/errors.js";
import type { Fields } from "./http/fields.js";
import type { Outcome } from "./http/outcome.js";
import type { Site } from "./http/urls.js";
import type { ProvisionalSessions } from "./provisional/sessions.js";
import type { recordsBinder } from "./records/bound.js";
import type { Sessions } from "./sessions/contract.js";
import type { State } from "./state/state.js";

export type { Trust, Verified } from "../types/verified.js";

/**
 * Whether the user recently proved who they are, with both factors if signing in takes both. `moment` is the
 * time at which the proof must have been recent (default: now); `withPassword`: the user also types their
 * password, which is checked separately.
 */
export type IsFresh = (
  userId: string,
  wanted?: { readonly moment?: number | undefined; readonly withPassword?: boolean },
) => Promise<boolean>;

/** The link may have been opened by software, so a page asks for confirmation; its button posts these fields. */
export interface AskFirst {
  readonly kind: "ask-first";
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A mail this browser asked for, and whether its code can be typed in. */
export interface PendingMail {
  readonly email: string;
  readonly callbackUrl: string;
  readonly takesCode: boolean;
  /** Where to request another mail. @default the start of the sign-in */
  readonly again?: string;
  /** The purpose of the mail, if it isn't for signing in. */
  readonly said?: PasswordSentText;
}

/** A form of a flow, shown on a page of its own. */
export interface Screen {
  readonly kind: "screen";
  readonly screen: "sign-up" | "forgot" | "reset" | "confirm" | "change";
  /** The error of the last submission. */
  readonly error?: string | undefined;
  /** The address that was typed, or is proven. */
  readonly email?: string | undefined;
  /** Hidden fields of the form. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
  /** The user has a password, and the form asks for it. */
  readonly asksForPassword?: boolean | undefined;
  /** Minimum password length. */
  readonly minLength: number;
  /** Additional fields for a new user. */
  readonly inputs?: readonly SignUpInput[] | undefined;
  /** The field the error concerns, if the error itself doesn't say. */
  readonly field?: string | undefined;
}

/** A custom field of the app on a page of this flow. */
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

/** A notification to the owner of an account that something about it changed, in case someone else did it. */
export interface Notice {
  readonly email: string;
  readonly notice: NoticeText;
  /** @default the page to sign in, where it can be changed back */
  readonly link?: NoticeLink | undefined;
}

/**
 * Something a request could guess. Wrong secrets throw `CredentialsSignin` and are counted by the action,
 * unless the app limits attempts itself. An email code is counted with its mail. A proof comes from the owner
 * of an address, and resets the failed attempts at their secret.
 */
export type Guess = "secret" | "code" | "proof";

/** An action of a flow besides signing in. */
export interface Act {
  /** Absent if there's nothing to show. */
  readonly show?: (context: FlowContext) => Promise<Screen | Outcome>;
  readonly submit: (context: FlowContext) => Promise<Verified | Screen | Outcome>;
  /** What a submission could guess. Absent if nothing. */
  readonly guess?: Guess;
  /** The users a submission concerns, as normalized keys for rate limits. */
  readonly limitKeys: (context: FlowContext) => Awaitable<readonly string[]>;
}

/** The routes that only flows of one kind answer. */
export type FlowRoute = "password" | "webauthn-options";

/** Methods, so that what needs more than a flow gets may be given: it's called as an action. */
export interface Answers {
  GET(context: FlowContext): Promise<Outcome>;
  POST?(context: FlowContext): Promise<Outcome>;
}

/** What a flow needs from one request. */
export interface FlowContext {
  readonly site: Site;
  readonly method: string;
  readonly headers: Headers;
  readonly query: Fields;
  readonly body: Fields;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  /** Keys of old secrets from a migration: they decrypt old tokens, and encrypt none. */
  readonly olderKeys?: KeyRing | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds an outgoing call may take. */
  readonly timeout: number;
  readonly logger: LoggerInstance & { readonly debugs?: boolean };
  /** Logs a hint for the developer, once. Absent in production. */
  readonly hint?: ((code: WarningCode, message: () => string) => void) | undefined;
  /** Emits an event. Absent without observers. */
  readonly tell?: Tell | undefined;
  /** Measures calls, if a plugin does. */
  readonly measure?: Measure | undefined;
  readonly theme: Theme;
  /** The language of pages and mails for this request. */
  readonly language: () => Awaitable<RequestLanguage>;
  readonly store: Store | null;
  readonly state: State;
  /** The client's IP address; undefined if unknown. */
  readonly clientIp: () => string | undefined;
  /** The IP address of the socket; undefined if the framework doesn't tell it. */
  readonly peer: string | undefined;
  /** Aborts when the client disconnects. Absent if that can't be detected. */
  readonly abortSignal?: (() => AbortSignal) | undefined;
  /** NODE_ENV isn't set, so production is assumed. */
  readonly assumed: boolean;
  /** Attempts are reliably counted (always true outside of production), so codes may be short. */
  readonly countsTries: () => Promise<boolean>;
  /** Where to go afterwards, after the `redirect` callback. */
  readonly callbackUrl: string;
  /** The signed-in user's id. */
  readonly signedInAs: () => Promise<string | null>;
  /** Who else this browser has. */
  readonly sessions: Pick<Sessions, "provisional">;
  readonly isFresh: IsFresh;
  /** Signing in never links accounts. @default false */
  readonly explicitLinking?: boolean | undefined;
  /** This request is meant to link an account, whatever its form says. @default as the form says */
  readonly links?: boolean | undefined;
  /** Runs the `signIn` callback. Returns null to go on, or where to go instead; throws if it refuses. */
  readonly permit: (params: SignInCallbackParams) => Promise<Outcome | null>;
  /** Runs the `redirect` callback on another target. */
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** The request with its fields as a JSON body, for the app's own functions. */
  readonly toRequest: () => Request;
}

/** The result of a token refresh. */
export type RefreshOutcome =
  | {
      readonly ok: true;
      readonly tokens: TokenSet;
      /** The part that is stored with the account. */
      readonly stored: TokenSet;
    }
  | {
      readonly ok: false;
      /** The provider no longer accepts this refresh token. */
      readonly refused: boolean;
      /** Whether the provider responded. If not, it may have issued tokens in a response that was lost. */
      readonly isAnswer: boolean;
      readonly error: Error;
    };

/** What a call to a provider outside of a sign-in needs. The site is known if its URL is configured. */
export type InquiryContext = Pick<FlowContext, "keys" | "timeout" | "now" | "measure"> &
  Partial<Pick<FlowContext, "site">>;

/** What a notice needs, in a request or outside of one. */
export type NoticeContext = Pick<
  FlowContext,
  "site" | "theme" | "timeout" | "language" | "toRequest"
>;

/** For the library's pages and notices. */
export interface FlowMail {
  /** Mails the owner of an account about a change to it. */
  readonly notify?: (context: NoticeContext, notice: Notice) => Promise<void>;
  /** Normalizes an address that a user typed, as this provider stores it. Throws `EmailSignInError`. */
  readonly identifierOf: (
    context: Pick<FlowContext, "timeout">,
    typed: string | undefined,
  ) => Promise<string>;
  /** What the page `verify-request` may offer to this browser. */
  readonly pending: (context: FlowContext) => Promise<PendingMail | undefined>;
}

/** Refreshes an access token. Never throws. */
export type Refresh = (context: InquiryContext, refreshToken: string) => Promise<RefreshOutcome>;

/** How tokens of a flow's provider are refreshed; undefined if it issues none. */
export type RefresherOf = (flow: Pick<Flow, "own">) => Refresh | undefined;

/** For stored access tokens. */
export interface FlowTokens {
  /** Revokes tokens at the provider. */
  readonly revoke: (context: InquiryContext, tokens: TokenSet) => Promise<void>;
}

/** Finishes a sign-in: with proof, or with a response instead. */
export type Finish = (context: FlowContext) => Promise<Verified | AskFirst | Outcome>;

/** Options of the whole configuration that concern its providers. */
export interface FlowDefaults {
  readonly redirectProxyUrl?: string | undefined;
  readonly redirectProxyOrigins?: readonly string[] | undefined;
}

/** A provider object, as its factory returns it. */
export type ProviderObject = Exclude<Provider, (...args: never) => unknown>;

/** A flow's tables, readable without running anything. */
export interface KeepsTables {
  /** Created by `latchkey migrate`. */
  readonly tables?: readonly Table[];
  /** The store for them. */
  readonly recordsFor?: typeof recordsBinder;
}

/** A flow before it's bound to a provider. */
export interface FlowSource extends KeepsTables {
  /** A method, so that a function that accepts only its own type of provider is allowed. */
  bind(provider: ProviderObject, defaults: FlowDefaults): Awaitable<Flow>;
}

/** Flows by the provider type they're for. */
export type Flows = Readonly<Record<string, FlowSource>>;

/** The field of a form that says who signs in. */
export interface TypedName {
  readonly note: (context: FlowContext) => Promise<void>;
  /** What was just typed, once. */
  readonly take: (context: FlowContext) => Promise<TypedField | undefined>;
}

/** A configured provider, bound to its flow. Nothing outside of `flows/` looks at a provider's type. */
export interface Flow extends KeepsTables {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
  /** A mistake in its configuration. */
  readonly problem?: AuthError;
  /** A warning for the people who run the site, logged once. */
  readonly warnings?: readonly { readonly code: WarningCode; readonly message: string }[];
  /** The adapter methods it requires; undefined if it needs no adapter. */
  readonly adapterMethods?: readonly AdapterMethod[];
  /** Why it needs an adapter. */
  readonly adapterReason?: string;
  /** Checks what only a query can tell. */
  readonly check?: (store: Store) => Promise<AuthError | undefined>;
  /** What the built-in sign-in page shows for it. */
  form(site: Site, language?: RequestLanguage): SignInForm | undefined;
  /** `POST signin/{id}`. Absent if it can't be started that way. */
  readonly begin?: (context: FlowContext) => Promise<Outcome>;
  /** `GET signin/{id}` on behalf of an issuer; undefined if it's another issuer's. */
  readonly initiate?: (context: FlowContext, issuer: string) => Promise<Outcome | undefined>;
  /** `callback/{id}`, by method. */
  readonly finish: { readonly GET?: Finish; readonly POST?: Finish };
  /** Whether a POST to the callback with these fields comes from a page of ours, and so carries a CSRF token. */
  readonly finishNeedsCsrf: (body: Fields) => boolean;
  /** Fills in the name typed into its form again, if the sign-in failed. */
  readonly typed?: TypedName | undefined;
  /** The users a request concerns, as normalized keys for rate limits. */
  readonly limitKeys?: (context: FlowContext) => Awaitable<readonly string[]>;
  /** What finishing a sign-in could guess. Absent if nothing. */
  readonly guess?: (context: FlowContext) => Awaitable<Guess | undefined>;
  /** What the doctor checks about it, without signing anyone in. */
  readonly examine?: (context: FlowContext) => Promise<readonly Finding[]>;
  /** Answers the routes that are for flows of this kind. Loaded at need. */
  readonly answers?: { readonly [Route in FlowRoute]?: () => Promise<Answers> };
  /** The options of a WebAuthn ceremony. */
  readonly options?: (context: FlowContext) => Promise<Outcome>;
  /** `GET assets/{name}`: a script its form needs. */
  readonly file?: (name: string) => Promise<Outcome | undefined>;
  /** The provider's own prompt on the sign-in page. */
  readonly prompt?: ((site: Site) => PagePrompt | undefined) | undefined;
  /** `GET assets/{id}`: the page of a development provider, or of its mailer. */
  readonly page?: {
    readonly id: string;
    readonly show: (context: FlowContext) => Promise<Outcome | undefined>;
  };
  /** `password/{act}`. */
  readonly acts?: Readonly<Record<string, Act>>;
  /** Shows a screen of one of these acts. */
  readonly showScreen?: (language: RequestLanguage, page: ScreenPage) => Promise<Page>;
  /**
   * Removes what this flow stores about a user besides accounts. Called when someone first proves to own the
   * user's email address without being signed in as that user: whoever created the user may be someone else.
   * Returns whether there was anything.
   */
  readonly disown?: (store: Store, userId: string) => Promise<boolean>;
  /**
   * Ends the sessions that this flow keeps itself, in every browser: those of users for whom nothing is proven.
   * Throws if it can't.
   */
  readonly endSessions?: (store: Pick<Store, "records">, userId: string) => Promise<void>;
  /** Whether a user has a password. Absent when this flow has none. */
  readonly hasPassword?: (store: Store, userId: string) => Promise<boolean>;
  /** Adds to a sign-in request that the user must have authenticated within so many seconds. */
  readonly freshParams?: (within: number) => Readonly<Record<string, string>>;
  /** Whether it checks how recently the signed-in user proved who they are. */
  readonly asksForFreshProof?: boolean;
  /** Whether a stored account of this flow proves that its owner had this address. */
  readonly vouchesFor?: (account: AdapterAccount, address: string) => boolean;
  /** What this flow can mail besides sign-in links. */
  readonly mail?: FlowMail;
  /** Operations on the provider's tokens. Absent if none are wanted. */
  readonly tokens?: FlowTokens;
  /** What plugins for flows of this kind need, and the refresh of tokens. */
  readonly own?: object;
  /** Whether an ID token can be posted to it, with a nonce that `begin` issued. */
  readonly acceptsIdTokens?: boolean;
  /** Whether signing in sends the browser to another site. */
  readonly leavesSite: boolean;
  /** Sources for `form-action` that the browser may be sent to, if https isn't enough. */
  readonly plainOrigins?: readonly string[];
  /** Users for whom nothing is proven. Made by `provisionalSessions`, so that bundles without them don't contain it. */
  readonly provisional?: ProvisionalSessions;
  /** Whether its passkeys are suggested in the sign-in page's fields. Only one flow can be. */
  readonly conditional?: boolean;
}
