import type { Session } from "../../types/session.js";
import type { Store } from "../../types/store.js";
import type { ProvisionalUser, SessionContext, SessionDeps } from "../sessions/contract.js";

/** What one request tells about the users of its browser. */
export type ProvisionalContext = Pick<SessionContext, "jar" | "cookie" | "now" | "renew" | "tell">;

export interface ProvisionalDeps extends Pick<SessionDeps, "keys" | "logger"> {
  readonly store: Store;
}

/** The users of a flow for whom nothing is proven: kept, and found in a browser, by the flow itself. */
export interface ProvisionalUsers {
  /** What tells their sessions from those of signed-in users. */
  readonly marks: Partial<Session>;
  /** The one in this browser, unless another request is doing something with them. */
  find(context: ProvisionalContext): Promise<FoundUser | null>;
  /** Someone signed in. Null if nobody else was in this browser before. Throws if it's unknown. */
  leaving(context: ProvisionalContext, userId: string): Promise<LeavingUser | null>;
  /** The user in this browser ends what they began. Called when nobody signed in signs out. Never throws. */
  end(context: ProvisionalContext): Promise<void>;
  /** Signing out of another session: this browser forgets the user. */
  forget(context: ProvisionalContext): void;
}

export interface FoundUser extends Pick<ProvisionalUser, "user" | "adopt"> {
  /** Extends their stay, if that is due, and resolves to its end. */
  stay(): Promise<Date>;
}

/** A user in whose browser someone else has signed in. */
export interface LeavingUser {
  readonly userId: string;
  /** Hands over what they have. Throws if that fails: the next sign-in tries again. */
  handOver(): Promise<void>;
}
