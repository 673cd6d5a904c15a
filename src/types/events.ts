/** What is about a person, and what is to be deleted or hidden first. */
export interface AuditPersonal {
  /** The client's IP address, if it is known (see `clientIp`). */
  readonly ip?: string;
  readonly userAgent?: string;
  /** The user's e-mail address. */
  readonly email?: string;
}

/** Events of the core. Those of a plugin begin with its name: "two-factor.on". */
export type CoreEvent =
  | "sign-in.began"
  | "sign-in.succeeded"
  /** By a rule: wrong credentials, an expired link, the `signIn` callback. */
  | "sign-in.refused"
  /** By a fault: the provider, the store, the configuration. */
  | "sign-in.failed"
  | "sign-out"
  | "sign-out.failed"
  | "session.started"
  /** With `all`: every session of the user, but for the one where it was asked for. */
  | "session.ended"
  | "user.created"
  | "user.updated"
  /** By themselves, on the account page. */
  | "user.deleted"
  | "account.linked"
  | "account.unlinked"
  /** The provider gave another access token for a refresh token. */
  | "token.refreshed"
  /** The provider doesn't accept the refresh token any more. */
  | "token.refused"
  | "password.changed"
  | "passkey.renamed"
  /** Something took a more recent proof of who the user is than there was. */
  | "step-up.asked"
  /** The user was asked to sign in again, and did. */
  | "step-up.given"
  /** A POST came from another site, or without the browser's CSRF token. */
  | "form.refused"
  | "limit.hit";

/** What an event is about. Ids are strings. */
export interface EventFacts {
  readonly type: CoreEvent | (string & {});
  /** Who acted, if it wasn't whoever sent the request: "application", or "provider" for a logout there. */
  readonly actor?: "application" | "provider" | (string & {});
  /** Id of a provider of the configuration. */
  readonly provider?: string;
  /** Whom it happened to. */
  readonly userId?: string;
  /** Of the session, never its token. */
  readonly sessionId?: string;
  /** Why it was refused or failed: the type of the error, see docs/errors.md. */
  readonly reason?: string;
  /** The reference that the person was shown, and that is in the log. */
  readonly reference?: string;
  readonly isNewUser?: boolean;
  readonly all?: true;
  /** What a limit was for. */
  readonly action?: string;
  readonly [more: string]: unknown;
}

/** Something happened, as the code that did it tells. The engine adds the rest. */
export interface ToldEvent extends EventFacts {
  readonly personal?: AuditPersonal;
}

/** Emits an event. It never rejects. */
export type Tell = (event: ToldEvent) => Promise<void>;

/** Something that happened to an account or a session. What is personal is in `personal`, and nowhere else. */
export interface AuditEvent extends EventFacts {
  /** Of this event alone, so that one that arrives twice is known. */
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** Of the request in whose course it happened: `X-Request-Id` if a proxy sets it, else made up. */
  readonly requestId: string;
  readonly personal: AuditPersonal;
}

/**
 * Where events go. It is awaited, so that one which writes to a database has written before the answer
 * goes out; one that returns at once delays nothing.
 */
export type AuditSink = (event: AuditEvent) => void | PromiseLike<void>;
