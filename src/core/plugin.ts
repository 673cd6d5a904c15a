import type { Html } from "../pages/html.js";
import type { SectionRow } from "../types/account-page.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { AuditEvent, ToldEvent } from "../types/events.js";
import type { Finding } from "../types/finding.js";
import type { SignedIn } from "../types/hooks.js";
import type { addsToSession } from "../types/infer.js";
import type { Credential, Identity } from "../types/identity.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { Measure } from "../types/measure.js";
import type { NoticeText } from "../types/notice-messages.js";
import type { Records, Table } from "../types/records.js";
import type { EndedSessions, SessionHooks, SessionRegistry } from "../types/session-hooks.js";
import type { Store } from "../types/store.js";
import type { pluginHost } from "../types/symbols.js";
import type { AuthError } from "./errors/errors.js";
import type { Verified } from "./flow.js";
import type { Fields } from "./http/fields.js";
import type { Outcome } from "./http/outcome.js";
import type { Site } from "./http/urls.js";
import type { Sessions, WrapDeps } from "./sessions/contract.js";
import type { State } from "./state/state.js";
import type { Environment } from "./values/mode.js";

/** A capability as a value, made with `definePlugin`: an application puts it into `plugins`, in any order. */
export interface Plugin<Name extends string = string, Adds = unknown> extends PluginDefinition<
  Name,
  Adds
> {
  readonly [pluginHost]: object;
}

/** What is declared here is readable without running anything, by the CLI, the doctor and the frameworks. */
export interface PluginDefinition<Name extends string = string, Adds = unknown> {
  /** Prefixes its cookies, tables, state keys and sealed tokens. A configuration has each name once. */
  readonly name: Name;
  /**
   * Never set: `session.read` returns it. Declared as a method, so that a plugin that adds
   * something is still a `Plugin`.
   */
  [addsToSession]?(added: Adds): void;
  readonly needs?: Needs;
  /** Created by `latchkey migrate`. Each name is the plugin's, or begins with it: `office_hours_exception`. */
  readonly tables?: readonly Table[];
  /** The same plugin, with what its options leave open taken from environment variables. */
  fromEnvironment?(env: Environment): Plugin<Name, Adds>;
  /**
   * Called once per configuration object, which can be once per request: so it is synchronous and cheap, does no
   * I/O, and keeps no state that protects anyone.
   */
  create(app: App): PluginHooks<Adds>;
}

export interface Needs {
  /** An adapter, and what for: the end of "The plugin … needs an adapter: it …". */
  readonly adapter?: string;
  /** An adapter with records, and what for: the end of "The plugin … needs records: it …". Tables need them, too. */
  readonly records?: string;
  /** The browser keeps a proof of each sign-in, because a route or rule of this plugin requires a recent one. */
  readonly proof?: true;
  /** Shared state that every process sees and that outlasts them, and what for: as with `adapter`. */
  readonly sharedState?: string;
  /** Plugins it can't work without. One that it merely uses is found through `in(app)` of that plugin. */
  readonly plugins?: readonly string[];
}

/**
 * What exists once per configuration, without waiting. Anything slower is behind `ready`, or in the
 * context.
 */
export interface App {
  /** Shared by all plugins of a configuration: the key for a WeakMap, see `instances`. */
  readonly key: object;
  readonly production: boolean;
  /** Milliseconds that a call to anything outside may take. */
  readonly timeout: number;
  readonly logger: LoggerInstance;
  readonly session: { readonly strategy: "jwt" | "database"; readonly maxAge: number };
  /** Encrypts claims for this plugin and purpose alone. */
  seal(purpose: string, claims: object, seconds: number): Promise<string>;
  /** Null if it has expired, is forged, or was sealed for something else. */
  open(purpose: string, token: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Logs a warning once for each code, although `create` may run for each request. */
  warnOnce(code: WarningCode, message: () => string): void;
  /** For server functions. Rejects with what is wrong with the configuration, if anything is. */
  ready(): Promise<Runtime>;
  /** Emits an event that happens outside of a request. */
  tell(event: ToldEvent): Promise<void>;
}

export interface Runtime {
  readonly store: Store | null;
  /** The rows of plugins' tables. Every call is rejected unless a plugin declares `tables` or `needs.records`. */
  readonly records: Records;
  readonly state: State;
  /** Whether every process sees the state. */
  readonly isStateShared: () => Promise<boolean>;
  /**
   * Ends sessions of a user: database rows, and those that plugins can end. Resolves to whether all of them
   * have certainly ended; plain JWT sessions can't be revoked.
   */
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
}

/** What is available inside a transaction, and before there are sessions. */
export type StoredRuntime = Pick<Runtime, "store" | "state" | "records">;

/** Every place where a plugin can take part. The engine makes one list per hook, once. */
export interface PluginHooks<Adds = unknown> {
  /** Checks what only a query can tell. Runs once, before the first request is answered. */
  readonly check?: (runtime: Runtime) => Promise<AuthError | undefined>;
  /**
   * Wraps the store of the configuration, before anything else has it: to encrypt columns, say. Called once; other
   * plugins may wrap it as well.
   */
  readonly store?: (store: Store) => Awaitable<Store>;
  /** By `action` or `action/{act}`. One that the core or another plugin has is a configuration error. */
  readonly routes?: Readonly<Record<string, Route>>;
  readonly signIn?: SignInHooks;
  readonly session?: SessionHooks<Adds>;
  /**
   * Returns whose credential the `Authorization` header contains. Undefined: it doesn't look like
   * this plugin's, so the next plugin is called, and finally the session cookie is read. Null: it's
   * this plugin's and invalid, so nobody is signed in, whatever the cookies are. Throw if it's
   * unknown: the response is 503.
   */
  readonly identify?: (
    runtime: StoredRuntime,
    credential: Credential,
  ) => Promise<Identity<Adds> | null | undefined>;
  /**
   * Origins of other sites whose scripts may call the library's routes, with a credential and never with cookies (CORS).
   */
  readonly origins?: readonly string[];
  /** Lists single sessions and ends them. One plugin can have it. */
  readonly registry?: SessionRegistry;
  /**
   * Called when the user signs out, before the session ends. The returned function runs afterwards.
   * Errors are logged; the user is signed out anyway.
   */
  readonly signOut?: (context: Context) => Promise<SignedOut | undefined>;
  /** Called after the fact, apart from other observers and within the deadline. Errors are logged. */
  readonly observe?: (event: AuditEvent) => Awaitable<void>;
  /**
   * Measures requests, and calls to providers and the store. Call `work` before you await anything, or it begins
   * without you. Its result stands, whatever this returns or throws.
   */
  readonly measure?: Measure;
  readonly users?: UserHooks;
  /** A section of the account page, as data: the page shows it, `GET account` returns it. */
  readonly account?: (context: Context, user: AdapterUser) => Promise<Section | null>;
  /** Names of the plugin's events by type, in the language of the request: administrators see them in a user's events. */
  readonly eventTexts?: (context: Context) => Promise<Readonly<Record<string, string>>>;
  /** Whether signing in takes two factors of this user, so that a recent proof must hold both. */
  readonly takesTwoFactors?: (runtime: StoredRuntime, userId: string) => Promise<boolean>;
  /** Reads sessions of another kind and converts them. For plugins of this library: `Sessions` may change. */
  readonly wrapSessions?: (sessions: Sessions, deps: WrapDeps) => Promise<Sessions>;
  /** Secrets that open links in earlier mails, and that the app's `jwt.decode` receives. They sign nothing. */
  readonly olderSecrets?: (now: number) => readonly string[];
  /**
   * Findings about the plugin, for the doctor. One with a `code` is a weakness, which is also
   * checked when an application starts in production, so it must not do I/O.
   */
  readonly examine?: (runtime: Runtime) => Promise<readonly Finding[]>;
}

export interface Route extends Readonly<Partial<Record<Method, Handler>>> {
  /** A page for a person: errors are shown as pages, and redirects may lead here. Nothing redirects to other routes. */
  readonly page?: true;
  /** GET has an effect, so HEAD isn't answered in its place, and no redirect leads here. */
  readonly unsafeGet?: true;
  /**
   * "form": a POST must come from this site and carry its CSRF token. "anyone": the request authenticates itself, with
   * a logout token or a client secret, say. @default "form"
   */
  readonly from?: "form" | "anyone";
  /** Who may call it: "session" requires a signed-in user, "proof" also a recent sign-in. @default anyone */
  readonly who?: "session" | "proof";
}

export type Method = "GET" | "POST";

/** Load the code when it is first used: `async (context) => (await import("./routes.js")).show(context)`. */
export type Handler = (context: Context) => Promise<Outcome>;

/** How strong a proof is. */
export interface Strength {
  /** The user proved a second factor. */
  readonly bothFactors?: boolean;
  /** The second factor was skipped in a remembered browser: it isn't proof where both factors are required. */
  readonly weakened?: boolean;
}

/** One request, as plugins see it. */
export interface Context extends Runtime {
  readonly app: App;
  readonly site: Site;
  readonly request: {
    readonly method: string;
    readonly headers: Headers;
    readonly query: Fields;
    readonly body: Fields;
  };
  /** The path segment after the action. */
  readonly act: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Where to go afterwards, after the `redirect` callback. */
  readonly callbackUrl: string;
  /** The address of one of this site's routes. */
  url(action: string, act?: string): string;
  /** Id of the signed-in user. */
  signedInAs(): Promise<string | null>;
  /** Whether a user has proven recently who they are, with both factors if signing in takes both. */
  isFresh(userId: string): Promise<boolean>;
  /** The sign-in that this plugin parked in this browser. */
  pending(): Promise<Pending | null>;
  /**
   * Resumes the parked sign-in with the remaining stages. The core may refuse. Null if it can't be used any
   * more: it was used already, or the user's credentials changed.
   */
  resume(pending: Pending, strength?: Strength): Promise<Outcome | null>;
  /** Sessions of devices that have no cookies of this site, such as an app's. */
  readonly tokenSessions: TokenSessions;
  /** How the user of this browser signed in; null when nobody is signed in here. A program's token doesn't count. */
  signIn(): Promise<PastSignIn | null>;
  /** The plugin's own cookies: sealed, with the library's prefix and attributes, at most 3 kB. */
  readonly cookie: PluginCookies;
  /**
   * Changes credentials of a user, such as a second factor, and ends their other sessions. If they can't be
   * ended now, it throws and nothing changes; plain JWT sessions continue.
   */
  changeCredentials<T>(userId: string, change: () => Promise<T>): Promise<T>;
  /**
   * The signed-in user's name, address or picture changed: their session in this browser shows it from now on. Callbacks
   * run as for an update, with `{ user: { name, email, image } }`.
   */
  updateSession(user: AdapterUser): Promise<void>;
  /** Counts attempts at guessing something, such as a code. Throws `RateLimited`. */
  limit(userId: string): Promise<Attempt>;
  /** Mails a user that something about their account changed, if their address is proven. Never throws. */
  notify(user: AdapterUser, notice: NoticeText): Promise<void>;
  tell(event: ToldEvent): Promise<void>;
  /** The plugin's texts in the request's language; missing ones are in English. */
  texts<Texts extends object>(english: Texts): Promise<Texts>;
  /** The token that forms of this browser must send as `csrfToken`. */
  csrfToken(): Promise<string>;
  /** A page in the shared layout, theme and headers; the same as JSON for programs. */
  page(shown: Shown, status?: number): Promise<Outcome>;
}

/** How a user signed in, as far as their session knows. */
export interface PastSignIn extends Pick<Strength, "bothFactors"> {
  readonly userId: string;
  /** Id of the provider. */
  readonly provider: string;
}

/**
 * Sessions with tokens instead of cookies, listed and ended like all others. The token is the
 * sign-in, so keep it encrypted (`app.seal`) and return it from `identify` only.
 */
export interface TokenSessions {
  /**
   * Starts another session for a signed-in user. Policies run again. Null if one of them, or the
   * application, refuses. For routes: a stage never starts a session.
   */
  start(userId: string, signIn: Omit<PastSignIn, "userId">): Promise<string | null>;
  /** The token of the session from now on, extended if that is due; null when it has ended. */
  renew(token: string): Promise<string | null>;
  end(token: string): Promise<void>;
}

export interface PluginCookies {
  read(name: string): Promise<Readonly<Record<string, unknown>> | null>;
  write(name: string, claims: object, seconds: number): Promise<void>;
  clear(name: string): void;
}

export interface Attempt {
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

export interface Shown {
  readonly title: string;
  readonly body: Html;
  /** Where submitting the form ends up outside the site, such as an app's redirect URI. Browsers block it otherwise. */
  readonly leadsTo?: string | undefined;
  /** The JSON for scripts that don't follow redirects. */
  readonly json: unknown;
}

/**
 * Where a plugin takes part in a sign-in. The phases run in this order, whatever the order of plugins; within one phase,
 * by name. The first stage that doesn't pass decides.
 */
export interface SignInHooks {
  /** The user is known: may they sign in this way? Runs again when a parked sign-in resumes. */
  readonly policy?: Stage;
  /** More proof, such as a second factor. */
  readonly prove?: Stage;
  /** A question to the user, such as new terms. */
  readonly ask?: Stage;
  /**
   * The account is new, and its email address belongs to a user who never signed in with it, so linking is
   * refused. Returns a response to send instead of the error, if any. The first one counts.
   */
  readonly refused?: (context: Context, refused: Refused) => Promise<Outcome | undefined>;
  /** The user is known, and has created or used a passkey. */
  readonly passkey?: (context: Context, passkey: UsedPasskey) => Promise<void>;
  /** The session exists. */
  readonly started?: (context: Context, signIn: Resolved) => Promise<void>;
  /**
   * Returns where to send the browser before `callbackUrl`, if anywhere. The session exists. The
   * first plugin that returns something wins.
   */
  readonly next?: (context: Context, signIn: Resolved) => Promise<string | undefined>;
}

/** The session has ended. May redirect the browser; if several plugins do, the first by name wins. */
export type SignedOut = () => Promise<Outcome | undefined>;

/** A stage can't change the user, and never starts a session. */
export type Stage = (context: Context, signIn: Resolved) => Promise<Passed | Parked | Outcome>;

/** A sign-in with a verified user. */
export interface Resolved {
  readonly who: SignedIn;
  /** Undefined once a parked sign-in resumes. */
  readonly verified?: Pick<Verified, "trust" | "bothSteps">;
  readonly callbackUrl: string;
}

/** An account that can't be linked to the user who has its address. */
export interface Refused {
  readonly verified: Verified;
  /** That user is signed in here and has proven the address, so they can be asked right away. */
  readonly ownerIsHere: boolean;
  readonly callbackUrl: string;
}

export interface UsedPasskey {
  /** The credential's id. */
  readonly id: string;
  readonly userId: string;
  readonly isNew: boolean;
}

export interface Passed extends Strength {
  readonly kind: "passed";
  /**
   * This sign-in is the missing half of a parked one, such as a passkey as the second factor, so the parked
   * one resumes. The core checks that it's the same user's.
   */
  readonly resumes?: Pending;
}

/** The core stores the sign-in, sealed, with a time limit and bound to this browser, and redirects to `to`. */
export interface Parked {
  readonly kind: "park";
  readonly to: string;
  readonly seconds: number;
}

/** A parked sign-in. */
export interface Pending {
  readonly user: AdapterUser;
  readonly account: SignedIn["account"];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Stages it has passed, such as "two-factor.prove". */
  readonly passed: readonly string[];
  readonly callbackUrl: string;
}

export interface UserHooks {
  /**
   * Whether a user is let in who was identified without a sign-in, such as by an API key: a policy
   * for what is neither a sign-in (`signIn.policy`) nor a session (`session.check`). Throw if it's
   * unknown: the response is 503.
   */
  readonly admits?: (runtime: StoredRuntime, userId: string) => Promise<boolean>;
  /**
   * An administrator helps a user who lost their second factor: removes it, if the plugin stores
   * one, and resolves to whether it did.
   */
  readonly resetFactor?: (runtime: StoredRuntime, userId: string) => Promise<boolean>;
  /**
   * Someone proved for the first time that they own this user's address, and isn't signed in as the user, so
   * whatever was set up earlier may be someone else's. Removes what the plugin stores.
   */
  readonly addressProven?: (runtime: StoredRuntime, userId: string) => Promise<void>;
  /**
   * The user's sessions have ended: all, all but one, or those started with one sign-in method. Ends what could
   * become a session: a code or an approval that hasn't been used yet.
   */
  readonly sessionsEnded?: (runtime: StoredRuntime, userId: string) => Promise<void>;
  /** What the plugin stores about a user, as JSON, for their copy of their data. Leave secrets out. */
  readonly export?: (runtime: StoredRuntime, userId: string) => Promise<unknown>;
}

/** A section of the account page. */
export interface Section {
  readonly title: string;
  /** The JSON for scripts, under the plugin's name. */
  readonly json: unknown;
  readonly rows: readonly SectionRow[];
}
