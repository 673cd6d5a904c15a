import type { SessionRecord } from "../types/session-hooks.js";

/** A session of somebody, as they may see it. */
export interface SessionInfo {
  /** Names the session, to end it. It is not the token. */
  readonly id: string;
  /** Id of the provider they signed in with; null when that is not known. */
  readonly provider: string | null;
  /** The type of the provider: `oidc`, `oauth`, `email`, `credentials` or `webauthn`. */
  readonly method: string | null;
  readonly signedInAt: Date;
  /** To within `session.updateAge`. */
  readonly lastSeenAt: Date;
  /** When it ends unless it is used. */
  readonly expires: Date;
  /** What the browser calls itself. */
  readonly userAgent: string | null;
  /** The IP address as `clientIp` tells it; of IPv6 the network. */
  readonly ip: string | null;
  /** Whether it is the session of the request that was given. */
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
