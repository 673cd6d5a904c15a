import type { RateLimitAction } from "./limits.js";

/** What is about a person, and what is to be deleted or hidden first. */
export interface AuditPersonal {
  /** The IP address of the client, where it is known (see `clientIp`). */
  readonly ip?: string;
  readonly userAgent?: string;
  /** The e-mail address of the user. */
  readonly email?: string;
}

/** What every event tells. Personal data is in `personal`, and nowhere else. */
export interface AuditBase {
  /** Of this event alone, so that one that arrives twice is known. */
  readonly id: string;
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** Of the request in whose course it happened: `X-Request-Id` where a proxy sets it, else made up. */
  readonly requestId: string;
  readonly provider?: string;
  readonly userId?: string;
  /** Of the session, never its token. */
  readonly sessionId?: string;
  readonly personal: AuditPersonal;
}

/** Why something was refused or failed. */
export interface AuditReason {
  /** The type of the error: see docs/errors.md. */
  readonly reason: string;
  /** The reference that the person was shown, and that is in the log. */
  readonly reference?: string;
}

/** Something that happened to an account or a session. */
export type AuditEvent = AuditBase &
  (
    | { readonly type: "sign-in.began" }
    | { readonly type: "sign-in.succeeded"; readonly isNewUser: boolean }
    /** By a rule: wrong credentials, an expired link, the `signIn` callback. */
    | ({ readonly type: "sign-in.refused" } & AuditReason)
    /** By a fault: the provider, the store, the configuration. */
    | ({ readonly type: "sign-in.failed" } & AuditReason)
    | { readonly type: "sign-out" }
    | ({ readonly type: "sign-out.failed" } & AuditReason)
    | { readonly type: "session.started" }
    | {
        readonly type: "session.ended";
        /** Every session of the user, but for the one where it was asked for. Then it names no session. */
        readonly all?: true;
      }
    | { readonly type: "user.created" }
    | { readonly type: "user.updated" }
    /** By themselves, on the account page. */
    | { readonly type: "user.deleted" }
    | { readonly type: "account.linked" }
    | { readonly type: "account.unlinked" }
    /** The provider gave another access token for a refresh token. */
    | { readonly type: "token.refreshed" }
    /** The provider does not take the refresh token any more. */
    | ({ readonly type: "token.refused" } & AuditReason)
    | { readonly type: "password.changed" }
    | { readonly type: "second-step.changed" }
    | { readonly type: "limit.hit"; readonly action: RateLimitAction }
  );

/** What is told of an event; the rest is filled in. */
export type AuditTold = AuditEvent extends infer One
  ? One extends AuditEvent
    ? Omit<One, keyof AuditBase> &
        Partial<Pick<AuditBase, "provider" | "userId" | "sessionId" | "personal">>
    : never
  : never;

/**
 * Where events go. It is awaited, so that one which writes to a database has written before the answer
 * goes out; one that returns at once delays nothing.
 */
export type AuditSink = (event: AuditEvent) => void | PromiseLike<void>;
