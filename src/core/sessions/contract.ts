import type { AdapterAccount, AdapterUser } from "../../types/adapter.js";
import type { Tell } from "../../types/events.js";
import type { Callbacks, Events, SignedIn } from "../../types/hooks.js";
import type { IdentifiedUser } from "../../types/identity.js";
import type { JWT, JWTOptions } from "../../types/jwt.js";
import type { LoggerInstance, WarningCode } from "../../types/logger.js";
import type { Facts } from "../../types/session-hooks.js";
import type { Session } from "../../types/session.js";
import type { Store } from "../../types/store.js";
import type { Verified } from "../../types/verified.js";
import type { KeyRing } from "../crypto/keys.js";
import type { SessionContext } from "./context.js";
import type { FoldedHooks } from "./hooks.js";
import type { UnprovenSessions } from "./unproven.js";

export type { Client, SessionContext } from "./context.js";

/** The session a browser has. */
export interface CurrentSession {
  /** The session's id; undefined if nothing needs one. */
  readonly sid: string | undefined;
  readonly userId: string | null;
  /** When the user signed in, in seconds since 1970; undefined if unknown. */
  readonly authTime: number | undefined;
  /** Whether the user proved two factors then. @default false */
  readonly bothFactors?: boolean | undefined;
  readonly provider: string | undefined;
  /** Data of plugins, by plugin. */
  readonly facts?: Readonly<Record<string, Facts>> | undefined;
  /** The claims of a JWT session. */
  readonly claims?: JWT | undefined;
  /** The key of a stored session. */
  readonly key?: string | undefined;
}

/**
 * A session as read. With `fault`, there may be one that couldn't be read: the cookie is kept, so that an
 * outage signs nobody out.
 */
export interface SessionRead {
  readonly session: Session | null;
  readonly fault?: "callback" | "store" | "limited";
  /** The error, which was already logged. */
  readonly error?: Error;
}

/** What a session is updated with. */
export interface SessionUpdate {
  /** What the browser sent. */
  readonly data: unknown;
  /** The user's data changed: a session that is a cookie takes over their name, address and picture. */
  readonly user?: AdapterUser;
}

/**
 * A user whom one browser has, and for whom nothing is proven. They can't sign in, and nobody is signed in as
 * them.
 */
export interface ProvisionalUser {
  readonly user: AdapterUser;
  /** Whether plugins let them in. */
  isAdmitted(): Promise<boolean>;
  /**
   * Makes a user with an account of them, under the same id: both or neither. Null if another request was
   * faster, or has deleted them. Throws `AccessDenied` if plugins don't let them in.
   */
  adopt(
    context: AdoptContext,
    verified: Verified,
    emailVerified: Date | null,
  ): Promise<{ readonly user: AdapterUser; readonly account: AdapterAccount } | null>;
}

export interface AdoptContext {
  readonly store: Store;
  readonly logger: LoggerInstance;
  readonly now: number;
  readonly tell?: Tell | undefined;
}

/** Keeps users signed in, with either strategy. */
export interface Sessions {
  /** Whether sessions require users in the store. */
  readonly ofStoredUsers: boolean;
  /** The signed-in user's id. The only place that determines it; an expired session counts as nobody. */
  current(context: SessionContext): Promise<string | null>;
  /** The user as stored, if the session lookup returned it. */
  readonly currentUser?: (context: SessionContext) => Promise<AdapterUser | null>;
  /**
   * Starts a new session and ends the browser's previous one. Returns the id by which `current` will know the
   * user; null if a callback refused.
   */
  start(context: SessionContext, who: SignedIn): Promise<string | null>;
  /** An account was linked to the signed-in user: the session continues. */
  goOn(context: SessionContext, who: SignedIn): Promise<void>;
  /** The session for the app and the browser, extended when due. */
  read(context: SessionContext, update?: SessionUpdate): Promise<SessionRead>;
  /** What is known about the browser's session; null if it has no valid one. */
  about(context: SessionContext): Promise<CurrentSession | null>;
  /** The session as the app sees it, for a user identified without one, such as by an API key. */
  show(context: SessionContext, user: IdentifiedUser): Promise<Session>;
  /** Whether the `Authorization` header identifies the sender. Undefined if no plugin reads that header. */
  hasCredential?(context: SessionContext): Promise<boolean>;
  /** The user whom this browser has without a proof. Absent if there are none. */
  provisional?(
    context: Pick<SessionContext, "jar" | "cookie" | "now">,
  ): Promise<ProvisionalUser | null>;
  /** Signs out. If the store fails, clears the cookie and throws `SignOutError`. */
  end(context: SessionContext): Promise<void>;
}

export interface SessionDeps {
  readonly strategy: "jwt" | "database";
  readonly maxAge: number;
  readonly updateAge: number;
  /** The session hooks of plugins. Null if there are none. */
  readonly hooks?: FoldedHooks | null;
  /** Refuses sessions whose user's address has been proven by someone else since they started. */
  readonly unproven?: UnprovenSessions | undefined;
  /** The store holds only hashes of session tokens. @default false */
  readonly hashed?: boolean;
  /** The largest session in bytes of a Cookie header. */
  readonly maxCookieSize: number;
  readonly generateSessionToken: () => string;
  readonly jwt: Partial<JWTOptions> & Pick<JWTOptions, "maxAge" | "secret">;
  /** The keys for session tokens. */
  readonly keys: KeyRing;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly store: Store | null;
  readonly logger: LoggerInstance;
  /** Logs a warning once. */
  readonly warnOnce: (code: WarningCode, message: () => string) => void;
}

/** A plugin's reader for sessions of another kind. */
export interface WrapDeps extends SessionDeps {
  /** The secrets that sign sessions now, newest first. */
  readonly secrets: readonly string[];
  /** Whether signing in takes two factors of a user. Null if it never does. */
  readonly takesTwoFactors: ((userId: string) => Promise<boolean>) | null;
}
