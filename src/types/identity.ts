import type { AdapterUser } from "./adapter.js";

/** What a request carries in its `Authorization` header. */
export interface Credential {
  /** In lower case, such as `bearer`. */
  readonly scheme: string;
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The owner of a credential. */
export type Identity<Adds = unknown> = IdentifiedSession | IdentifiedUser<Adds>;

/** The user's own session: works exactly as with its cookie. */
export interface IdentifiedSession {
  readonly kind: "session";
  /** The value that the context's `tokenSessions.start` or `renew` returned. */
  readonly token: string;
}

/**
 * A user identified by something other than a session, such as an API key. The user is signed in
 * only where the application reads the session: in the library's own routes nobody is, so it's
 * never a recent sign-in and can't change the account.
 */
export interface IdentifiedUser<Adds = unknown> {
  readonly kind: "user";
  readonly user: AdapterUser;
  /** Shown as the session's. */
  readonly expires: Date;
  /** What the session has besides the user, such as which key it was. */
  readonly adds?: Adds & object;
}
