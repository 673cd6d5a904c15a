import type { SessionRecord } from "../types/session-hooks.js";

/** A session, as its user may see it. */
export interface SessionInfo {
  /** Identifies the session, to end it. It can't be used to sign in. */
  readonly id: string;
  /** Id of the provider that the user signed in with; null if unknown. */
  readonly provider: string | null;
  /** The type of the provider: `oidc`, `oauth`, `email`, `credentials` or `webauthn`. */
  readonly method: string | null;
  readonly signedInAt: Date;
  /** To within `session.updateAge`. */
  readonly lastSeenAt: Date;
  /** When it expires unless it is used. */
  readonly expires: Date;
  /** The browser's user agent. */
  readonly userAgent: string | null;
  /** The IP address from `clientIp`; for IPv6, the network. */
  readonly ip: string | null;
  /** Whether it is the session of the given request. */
  readonly current: boolean;
}

export function infoOf(record: SessionRecord, currentId: string | undefined): SessionInfo {
  const { sid, provider, method, userAgent, ip } = record;
  return {
    id: sid,
    provider: provider ?? null,
    method: method ?? null,
    signedInAt: new Date(record.authTime * 1000),
    lastSeenAt: new Date(record.seen * 1000),
    expires: new Date(record.expires * 1000),
    userAgent: userAgent ?? null,
    ip: ip ?? null,
    current: sid === currentId,
  };
}
