import type { CookieJar } from "../cookies/jar.js";
import type { KeyRing } from "../crypto/keys.js";
import type { CookieOption } from "../types/cookies.js";
import type { Callbacks, Events, SignedIn } from "../types/hooks.js";
import type { JWTOptions } from "../types/jwt.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Session } from "../types/session.js";
import type { Store } from "../types/store.js";

/** What sessions need of one request. */
export interface SessionContext {
  readonly jar: CookieJar;
  readonly cookie: CookieOption;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False where no cookie can be set: then a session that is due is not extended. @default true */
  readonly renew?: boolean;
}

/**
 * A session as read. `fault` tells that there may be one and it could not be read: the browser keeps
 * its cookie, so that a passing fault signs nobody out.
 */
export interface SessionRead {
  readonly session: Session | null;
  readonly fault?: "callback" | "store";
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
  /** Signs somebody in: a fresh session, and the one the browser had is ended. */
  start(context: SessionContext, who: SignedIn): Promise<void>;
  /** An account was linked to the user who is signed in: the session goes on. */
  goOn(context: SessionContext, who: SignedIn): Promise<void>;
  /** The session for the application and the browser, renewed when due. */
  read(context: SessionContext, update?: SessionUpdate): Promise<SessionRead>;
  /** Signs out. Throws `SignOutError`, with the cookie cleared, when the store fails. */
  end(context: SessionContext): Promise<void>;
}

export interface SessionDeps {
  readonly strategy: "jwt" | "database";
  readonly maxAge: number;
  readonly updateAge: number;
  readonly generateSessionToken: () => string;
  readonly jwt: Partial<JWTOptions> & Pick<JWTOptions, "maxAge" | "secret">;
  /** Keys of the session token. */
  readonly keys: KeyRing;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly store: Store | null;
  readonly logger: LoggerInstance;
}
