import type { AuthError } from "../errors.js";
import type { Verified } from "../flows/flow.js";
import type { Fields } from "../http/fields.js";
import type { Outcome } from "../http/outcome.js";
import type { Site } from "../http/urls.js";
import type { Environment } from "../mode.js";
import type { pluginHost } from "../symbols.js";
import type { Html } from "../pages/html.js";
import type { Sessions, WrapDeps } from "../sessions/contract.js";
import type { State } from "../state/state.js";
import type { SectionRow } from "../types/account-page.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { AuditEvent, ToldEvent } from "../types/events.js";
import type { Finding } from "../types/finding.js";
import type { SignedIn } from "../types/hooks.js";
import type { addsToSession } from "../types/infer.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { Measure } from "../types/measure.js";
import type { NoticeText } from "../types/notice-messages.js";
import type { EndedSessions, SessionHooks, SessionRegistry } from "../types/session-hooks.js";
import type { Store } from "../types/store.js";
import type { Records, Table } from "./records.js";

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
  /** Never there: `session.read` returns it. A method, so that a plugin that adds something is still a `Plugin`. */
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

/** What a configuration has once and knows immediately. What takes time is behind `ready`, or in the context. */
export interface App {
  /** The same object for all plugins of a configuration: the key of a WeakMap, see `instances`. */
  readonly key: object;
  readonly production: boolean;
  /** Milliseconds that a call to anything outside may take. */
  readonly timeout: number;
  readonly logger: LoggerInstance;
  readonly session: { readonly strategy: "jwt" | "database"; readonly maxAge: number };
  /** Encrypts claims for this plugin and purpose alone. */
  seal(purpose: string, claims: object, seconds: number): Promise<string>;
  /** Null for what is over, forged, or sealed for something else. */
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
   * Ends sessions of a user: rows of the database, and whatever plugins can end. Resolves to whether all of those that
   * were meant have ended for certain; plain JWT sessions can't be ended.
   */
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
}

/** What there is of it inside a transaction, and before there are sessions. */
export type StoredRuntime = Pick<Runtime, "store" | "state" | "records">;

/** Every place where a plugin can take part. The engine makes one list per hook, once. */
export interface PluginHooks<Adds = unknown> {
  /** Finds what only asking the store can tell. Runs once, before the first request is answered. */
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
  /** Lists single sessions and ends them. One plugin can have it. */
  readonly registry?: SessionRegistry;
  /**
   * The user signs out, and the session hasn't ended yet. What is returned runs once it has. Errors are logged: they keep
   * nobody signed in.
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
  /** Whether signing in takes two factors of this user, so that a recent proof must hold both. */
  readonly takesTwoFactors?: (runtime: StoredRuntime, userId: string) => Promise<boolean>;
  /** Reads sessions of another kind and makes them ours. For plugins of this library: `Sessions` may change. */
  readonly wrapSessions?: (sessions: Sessions, deps: WrapDeps) => Promise<Sessions>;
  /** Secrets that open links in mails sent before, and that `jwt.decode` of the application gets. They sign nothing. */
  readonly olderSecrets?: (now: number) => readonly string[];
  /**
   * What the doctor reports about the plugin. A finding with a `code` is a weakness of the configuration, and counts when
   * an application starts in production, too: so it does no I/O.
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
  /** Who may call it: "session" only someone signed in, "proof" only after a recent sign-in. @default anybody */
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

/** One request, as far as plugins need it. */
export interface Context extends Runtime {
  readonly app: App;
  readonly site: Site;
  readonly request: {
    readonly method: string;
    readonly headers: Headers;
    readonly query: Fields;
    readonly body: Fields;
  };
  /** What follows the action in the path. */
  readonly act: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Where to go afterwards, as the `redirect` callback judged it. */
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
   * The parked sign-in goes on, through the other stages to its session. The core may refuse. Null if it can't be used any
   * more: it was used already, or the user's credentials changed.
   */
  resume(pending: Pending, strength?: Strength): Promise<Outcome | null>;
  /** The plugin's own cookies: sealed, with the library's prefix and attributes, at most 3 kB. */
  readonly cookie: PluginCookies;
  /**
   * Changes credentials of a user, such as a second factor, and ends their sessions but the one of this request. If they
   * can't be ended now, it throws and nothing changes; plain JWT sessions go on.
   */
  changeCredentials<T>(userId: string, change: () => Promise<T>): Promise<T>;
  /** Counts attempts at guessing something of a user, such as a code. Throws `RateLimited`. */
  limit(userId: string): Promise<Attempt>;
  /** Mails a user that something about their account changed, if their address is proven. Never throws. */
  notify(user: AdapterUser, notice: NoticeText): Promise<void>;
  tell(event: ToldEvent): Promise<void>;
  /** The plugin's texts in the language of the request; what that language lacks is in English. */
  texts<Texts extends object>(english: Texts): Promise<Texts>;
  /** What a form of this browser must send as `csrfToken`. */
  csrfToken(): Promise<string>;
  /** A page in the shared layout, theme and headers; the same as JSON for programs. */
  page(shown: Shown, status?: number): Promise<Outcome>;
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
  /** What a program gets that asks not to be redirected. */
  readonly json: unknown;
}

/**
 * Where a plugin takes part in a sign-in. The phases run in this order, whatever the order of plugins; within one phase,
 * by name. The first stage that doesn't pass decides.
 */
export interface SignInHooks {
  /** The user is known: may they come in this way? Runs again when a parked sign-in goes on. */
  readonly policy?: Stage;
  /** More proof, such as a second factor. */
  readonly prove?: Stage;
  /** Something to answer, such as new terms. */
  readonly ask?: Stage;
  /**
   * The account belongs to no user, and its address to one who never signed in with it: linking is refused. Returns what
   * to answer in place of the error, if anything. The first answer counts.
   */
  readonly refused?: (context: Context, refused: Refused) => Promise<Outcome | undefined>;
  /** The user is known, and made or used a passkey. */
  readonly passkey?: (context: Context, passkey: UsedPasskey) => Promise<void>;
  /** The session exists. */
  readonly started?: (context: Context, signIn: Resolved) => Promise<void>;
  /** Returns where the browser goes before `callbackUrl`, if anywhere. The session exists. The first answer counts. */
  readonly next?: (context: Context, signIn: Resolved) => Promise<string | undefined>;
}

/** The session has ended. May send the browser elsewhere: of several plugins, the first by name does. */
export type SignedOut = () => Promise<Outcome | undefined>;

/** A stage never names another user, and never starts a session. */
export type Stage = (context: Context, signIn: Resolved) => Promise<Passed | Parked | Outcome>;

/** Somebody has proven who they are, and the user is found. */
export interface Resolved {
  readonly who: SignedIn;
  /** Undefined once a parked sign-in goes on. */
  readonly verified?: Pick<Verified, "trust" | "bothSteps">;
  readonly callbackUrl: string;
}

/** Somebody has proven that an account is theirs, and it can't be linked to the user who has its address. */
export interface Refused {
  readonly verified: Verified;
  /** That user is signed in here and has proven the address, so they can be asked at once. */
  readonly ownerIsHere: boolean;
  readonly callbackUrl: string;
}

export interface UsedPasskey {
  /** Of the credential. */
  readonly id: string;
  readonly userId: string;
  readonly isNew: boolean;
}

export interface Passed extends Strength {
  readonly kind: "passed";
  /**
   * This sign-in is the missing half of a parked one, such as a passkey as the second factor: that one goes on. The core
   * makes sure that it is of the same user.
   */
  readonly resumes?: Pending;
}

/** The core keeps the sign-in, sealed, bounded and bound to this browser, and redirects to `to`. */
export interface Parked {
  readonly kind: "park";
  readonly to: string;
  readonly seconds: number;
}

/** A sign-in that waits. */
export interface Pending {
  readonly user: AdapterUser;
  readonly account: SignedIn["account"];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Stages that it has passed, such as "two-factor.prove". */
  readonly passed: readonly string[];
  readonly callbackUrl: string;
}

export interface UserHooks {
  /**
   * Someone proved for the first time to own this user's address, and isn't signed in as the user: whoever set up
   * anything before may have been somebody else. Removes what the plugin keeps.
   */
  readonly addressProven?: (runtime: StoredRuntime, userId: string) => Promise<void>;
}

/** A part of the account page. */
export interface Section {
  readonly title: string;
  /** What programs get, under the plugin's name. */
  readonly json: unknown;
  readonly rows: readonly SectionRow[];
}
