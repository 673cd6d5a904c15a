import type { KeyRing } from "../crypto/keys.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Callbacks, Events, SignedIn } from "../types/hooks.js";
import type { JWT, JWTOptions } from "../types/jwt.js";
import type { LoggerInstance, WarningCode } from "../types/logger.js";
import type { Session } from "../types/session.js";
import type { Facts } from "../types/session-hooks.js";
import type { Store } from "../types/store.js";
import type { SessionContext } from "./context.js";
import type { FoldedHooks } from "./hooks.js";

export type { Client, SessionContext } from "./context.js";

/** The session that a browser has. */
export interface CurrentSession {
  /** Names it; undefined when it has no id, because nothing asks for one. */
  readonly sid: string | undefined;
  readonly userId: string | null;
  /** When the user signed in, in seconds since 1970; undefined if that isn't known. */
  readonly authTime: number | undefined;
  /** Whether they proved two factors then. @default false */
  readonly bothFactors?: boolean | undefined;
  readonly provider: string | undefined;
  /** What plugins keep in it, by plugin. */
  readonly facts?: Readonly<Record<string, Facts>> | undefined;
  /** What a session that is a cookie holds. */
  readonly claims?: JWT | undefined;
  /** What a stored session is found by in its store. */
  readonly key?: string | undefined;
}

/**
 * A session as read. `fault` tells that there may be one and it could not be read: the browser keeps
 * its cookie, so that a passing fault signs nobody out.
 */
export interface SessionRead {
  readonly session: Session | null;
  readonly fault?: "callback" | "store";
  /** What went wrong. It was logged. */
  readonly error?: Error;
}

/** What the browser sent to update its session with. */
export interface SessionUpdate {
  readonly data: unknown;
}

/** Keeping somebody signed in, whichever way that is done. */
export interface Sessions {
  /** Whether sessions can only be of users that are in the store. */
  readonly ofStoredUsers: boolean;
  /** Id of the user who is signed in now. The one place that answers this; an expired session is nobody. */
  current(context: SessionContext): Promise<string | null>;
  /** The same as the store has them, where sessions are looked up together with their user. */
  readonly currentUser?: (context: SessionContext) => Promise<AdapterUser | null>;
  /**
   * Signs somebody in: a fresh session, and the one the browser had is ended. Gives the id by which
   * `current` will know them; null when the application would not have it.
   */
  start(context: SessionContext, who: SignedIn): Promise<string | null>;
  /** An account was linked to the user who is signed in: the session goes on. */
  goOn(context: SessionContext, who: SignedIn): Promise<void>;
  /** The session for the application and the browser, renewed when due. */
  read(context: SessionContext, update?: SessionUpdate): Promise<SessionRead>;
  /** What is known of the session that the browser has; null when it has none that counts. */
  about(context: SessionContext): Promise<CurrentSession | null>;
  /** Signs out. Throws `SignOutError`, with the cookie cleared, when the store fails. */
  end(context: SessionContext): Promise<void>;
}

export interface SessionDeps {
  readonly strategy: "jwt" | "database";
  readonly maxAge: number;
  readonly updateAge: number;
  /** What plugins do with sessions. Null when none takes part. */
  readonly hooks?: FoldedHooks | null;
  /** Whether somebody else has proven the address of a session's user since it began: see `unproven.ts`. */
  readonly isRefused?: ((name: string, now: number) => Promise<boolean>) | undefined;
  /** The store holds only hashes of session tokens. @default false */
  readonly hashed?: boolean;
  /** The most bytes of a Cookie header that a session may take. */
  readonly maxCookieSize: number;
  readonly generateSessionToken: () => string;
  readonly jwt: Partial<JWTOptions> & Pick<JWTOptions, "maxAge" | "secret">;
  /** Keys of the session token. */
  readonly keys: KeyRing;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly store: Store | null;
  readonly logger: LoggerInstance;
  /** Tells a warning once, however often it is due. */
  readonly warnOnce: (code: WarningCode, message: () => string) => void;
}

/** What a plugin has that reads sessions of another kind. */
export interface WrapDeps extends SessionDeps {
  /** The secrets that sign sessions now, newest first. */
  readonly secrets: readonly string[];
  /** Whether signing in takes two factors of a user. Null if it never does. */
  readonly takesTwoFactors: ((userId: string) => Promise<boolean>) | null;
}
