import { endAll, endOne, lacking, listSessions, ownSession } from "../accounts/devices.js";
import type { Parts } from "../config/parts.js";
import type { Engine } from "../engine/engine.js";
import { RequestProblem } from "../http/problem.js";
import { unavailable } from "../sessions/fault.js";
import type { CurrentSession } from "../sessions/index.js";
import type { ToldEvent } from "../types/events.js";
import { sessionContextOf, type CookieBearer } from "./bearer.js";
import { infoOf, type SessionInfo } from "./info.js";

export interface ListOptions {
  /** Marks the session of this request as the current one. */
  readonly request?: CookieBearer | undefined;
}

export interface EndOptions {
  /** Only when it is a session of this user: for ids that come from a browser. */
  readonly userId?: string | undefined;
}

export interface EndAllOptions {
  /** The session that goes on: its id, or the request whose session it is. */
  readonly except?: string | CookieBearer | undefined;
}

/** The sessions of an application's users. They reject with `SessionUnavailable` when a store is down. */
export interface ManagedSessions {
  /** The sessions of a user, the one seen last first. Needs the plugin `sessionRegistry`. */
  list(userId: string, options?: ListOptions): Promise<SessionInfo[]>;
  /**
   * Ends a session. Needs the plugin `sessionRegistry`; a JWT session is refused by each server at the latest when
   * `within` is over. Resolves to whether there was one to end, as far as is known.
   */
  end(id: string, options?: EndOptions): Promise<boolean>;
  /**
   * Ends every session of a user, also those from before the plugin was added. JWT sessions need the plugin
   * `sessionRegistry`.
   */
  endAll(userId: string, options?: EndAllOptions): Promise<void>;
  /** Ends the sessions that began with this one at an OpenID provider (its claim `sid`). */
  endAtProvider(provider: string, sid: string): Promise<void>;
  /** The session of a request: its id and whose it is; null when nobody is signed in. */
  current(request: CookieBearer): Promise<{ id: string; userId: string } | null>;
}

export function manageSessions(engine: Engine): ManagedSessions {
  const ready = async (): Promise<Parts> => {
    const parts = await engine.settings.ready(true);
    if (parts.problem) throw parts.problem;
    return parts;
  };
  const about = async (
    { sessions }: Parts,
    request: CookieBearer,
  ): Promise<CurrentSession | null> => sessions.about(sessionContextOf(engine, request));

  const tell = async (event: ToldEvent) => engine.settings.tell?.(event);

  return {
    list: (userId, { request } = {}) =>
      told(async () => {
        const parts = await ready();
        const current = request && (await about(parts, request));
        const records = await listSessions(parts, userId);
        return records.map((record) => infoOf(record, current?.sid));
      }),
    end: (id, options = {}) =>
      told(async () => {
        const isEnded = await endOne(await ready(), id, options);
        const { userId } = options;
        const whose = userId === undefined ? {} : { userId };
        if (isEnded) await tell({ type: "session.ended", sessionId: id, ...whose });
        return isEnded;
      }),
    endAll: (userId, { except } = {}) =>
      told(async () => {
        const parts = await ready();
        const spared =
          typeof except === "object"
            ? ownSession(await about(parts, except), userId)
            : except === undefined
              ? undefined
              : { sid: except };
        await endAll(parts, userId, spared);
        await tell({ type: "session.ended", all: true, userId });
      }),
    endAtProvider: (provider, sid) =>
      told(async () => {
        const { registry } = await ready();
        if (!registry) throw lacking("Ending sessions by their id at a provider");
        await registry.endAtProvider(provider, sid);
        await tell({ type: "session.ended", provider });
      }),
    current: (request) =>
      told(async () => {
        const found = await about(await ready(), request);
        if (found?.sid === undefined || found.userId === null) return null;
        return { id: found.sid, userId: found.userId };
      }),
  };
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestProblem && error.status === 503 ? unavailable(error) : error;
  }
}
