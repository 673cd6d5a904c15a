import type { Parts } from "../core/config/parts.js";
import type { Engine } from "../core/engine/engine.js";
import { RequestProblem } from "../core/http/request-problem.js";
import { endProvisional } from "../core/provisional/end-sessions.js";
import { endAll, endOne, lacking, listSessions, ownSession } from "../core/sessions/devices.js";
import { unavailable } from "../core/sessions/fault.js";
import { sessionContextOf, type CookieBearer } from "../doors/bearer.js";
import type { ToldEvent } from "../types/events.js";
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

export interface ListOptions {
  /** Marks this request's session as the current one. */
  readonly request?: CookieBearer | undefined;
}

export interface EndOptions {
  /** Ends the session only if it belongs to this user: for ids that come from a browser. */
  readonly userId?: string | undefined;
}

export interface EndAllOptions {
  /** The session that stays: its id, or the request that it belongs to. */
  readonly except?: string | CookieBearer | undefined;
}

/** Lists and ends your users' sessions. All reject with `SessionUnavailable` if a store is down. */
export interface ManagedSessions {
  /** Lists a user's sessions, the one seen last first. Needs the plugin `sessionRegistry`. */
  list(userId: string, options?: ListOptions): Promise<SessionInfo[]>;
  /**
   * Ends a session. Needs the plugin `sessionRegistry`; every server refuses a JWT session within
   * `within` seconds. Resolves to whether there was one to end, as far as is known.
   */
  end(id: string, options?: EndOptions): Promise<boolean>;
  /**
   * Ends all sessions of a user, including those from before the plugin. JWT sessions need the
   * plugin `sessionRegistry`. Without `except`, it ends a guest's session, too.
   */
  endAll(userId: string, options?: EndAllOptions): Promise<void>;
  /** Ends the sessions that one session at an OpenID provider started (its claim `sid`). */
  endAtProvider(provider: string, sid: string): Promise<void>;
  /** The id and user of a request's session; null if nobody is signed in. */
  current(request: CookieBearer): Promise<{ id: string; userId: string } | null>;
}

export function manageSessions(engine: Engine): ManagedSessions {
  const ready = async (): Promise<Parts> => {
    const parts = await engine.settings.ready(true);
    if (parts.problem) throw parts.problem;
    return parts;
  };
  const about = async ({ sessions }: Parts, request: CookieBearer) =>
    sessions.about(sessionContextOf(engine, request));
  const audit = async (event: ToldEvent) => engine.settings.tell?.(event);

  return {
    list: (userId, { request } = {}) =>
      withUnavailable(async () => {
        const parts = await ready();
        const current = request && (await about(parts, request));
        const records = await listSessions(parts, userId);
        return records.map((record) => infoOf(record, current?.sid));
      }),
    end: (id, options = {}) =>
      withUnavailable(async () => {
        const isEnded = await endOne(await ready(), id, options);
        const { userId } = options;
        const whose = userId === undefined ? {} : { userId };
        if (isEnded) await audit({ type: "session.ended", sessionId: id, ...whose });
        return isEnded;
      }),
    endAll: (userId, { except } = {}) =>
      withUnavailable(async () => {
        const parts = await ready();
        const spared =
          typeof except === "object"
            ? ownSession(await about(parts, except), userId)
            : except === undefined
              ? undefined
              : { sid: except };
        if (except === undefined) await endProvisional(parts, userId);
        await endAll(parts, userId, spared);
        await audit({ type: "session.ended", all: true, userId });
      }),
    endAtProvider: (provider, sid) =>
      withUnavailable(async () => {
        const { registry } = await ready();
        if (!registry) throw lacking("Ending sessions by their provider's session id");
        await registry.endAtProvider(provider, sid);
        await audit({ type: "session.ended", provider });
      }),
    current: (request) =>
      withUnavailable(async () => {
        const found = await about(await ready(), request);
        if (found?.sid === undefined || found.userId === null) return null;
        return { id: found.sid, userId: found.userId };
      }),
  };
}

function infoOf(record: SessionRecord, currentId: string | undefined): SessionInfo {
  const { sid, provider = null, method = null, userAgent = null, ip = null } = record;
  return {
    id: sid,
    provider,
    method,
    signedInAt: new Date(record.authTime * 1000),
    lastSeenAt: new Date(record.seen * 1000),
    expires: new Date(record.expires * 1000),
    userAgent,
    ip,
    current: sid === currentId,
  };
}

async function withUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestProblem && error.status === 503 ? unavailable(error) : error;
  }
}
