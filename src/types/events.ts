/** Personal data, which can be deleted or hidden. */
export interface AuditPersonal {
  /** The client's IP address, if known (see `clientIp`). */
  readonly ip?: string;
  readonly userAgent?: string;
  /** The user's email address. */
  readonly email?: string;
}

/** Events of the core. Those of a plugin begin with its name: "two-factor.on". */
export type CoreEvent =
  | "sign-in.began"
  | "sign-in.succeeded"
  /** Refused by a rule: wrong credentials, an expired link, the `signIn` callback. */
  | "sign-in.refused"
  /** Failed because of the provider, the store or the configuration. */
  | "sign-in.failed"
  | "sign-out"
  | "sign-out.failed"
  | "session.started"
  /** With `all`: every session of the user except the one that asked for it. */
  | "session.ended"
  | "user.created"
  | "user.updated"
  /** Their data was downloaded. */
  | "user.exported"
  /** By the user, on the account page. */
  | "user.deleted"
  | "account.linked"
  | "account.unlinked"
  /** The provider issued a new access token for a refresh token. */
  | "token.refreshed"
  /** The provider no longer accepts the refresh token. */
  | "token.refused"
  | "password.changed"
  | "passkey.renamed"
  /** A more recent sign-in was required than the user had. */
  | "step-up.asked"
  /** The user was asked to sign in again, and did. */
  | "step-up.given"
  /** A POST came from another site, or without the browser's CSRF token. */
  | "form.refused"
  | "limit.hit";

/** The subject of an event. Ids are strings. */
export interface EventFacts {
  readonly type: CoreEvent | (string & {});
  /** Who acted, if it wasn't the sender of the request: "application", or "provider" for a logout there. */
  readonly actor?: "application" | "provider" | (string & {});
  /** The provider's id. */
  readonly provider?: string;
  /** The user's id. */
  readonly userId?: string;
  /** The session's id, never its token. */
  readonly sessionId?: string;
  /** Why it was refused or failed: the error type, see docs/errors.md. */
  readonly reason?: string;
  /** The reference that the user was shown, and that is in the log. */
  readonly reference?: string;
  readonly isNewUser?: boolean;
  readonly all?: true;
  /** What a limit protects. */
  readonly action?: string;
  readonly [more: string]: unknown;
}

/** An event as its source emits it. The engine adds the rest. */
export interface ToldEvent extends EventFacts {
  readonly personal?: AuditPersonal;
}

/** Emits an event. Never rejects. */
export type Tell = (event: ToldEvent) => Promise<void>;

/** An event about an account or a session. Personal data is in `personal`, and nowhere else. */
export interface AuditEvent extends EventFacts {
  /** Unique per event, so that duplicates can be detected. */
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** The request it belongs to: `X-Request-Id` if a proxy sets it, otherwise generated. */
  readonly requestId: string;
  readonly personal: AuditPersonal;
}

/**
 * Receives events. Awaited, so an observer that writes to a database has written before the response is sent;
 * one that returns immediately delays nothing.
 */
export type AuditSink = (event: AuditEvent) => void | PromiseLike<void>;
