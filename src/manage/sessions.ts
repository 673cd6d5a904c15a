import { tellOutside } from "../audit/outside.js";
import type { Parts } from "../config/parts.js";
import type { Engine } from "../engine/engine.js";
import { InvalidConfiguration } from "../errors.js";
import { RequestProblem } from "../http/problem.js";
import { unavailable } from "../sessions/fault.js";
import type { CurrentSession, Keeper } from "../sessions/index.js";
import type { Spared } from "../sessions/marks.js";
import type { AuditTold } from "../types/audit.js";
import type { Store } from "../types/store.js";
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
  /** The sessions of a user, the one seen last first. Needs `session.listed`. */
  list(userId: string, options?: ListOptions): Promise<SessionInfo[]>;
  /**
   * Ends a session. Where sessions are cookies it needs `session.revocable`, and each process refuses it
   * at the latest when `within` is over. Resolves to whether there was one to end, as far as is known.
   */
  end(id: string, options?: EndOptions): Promise<boolean>;
  /** Ends every session of a user, also those from before any of this was turned on. */
  endAll(userId: string, options?: EndAllOptions): Promise<void>;
  /** Ends the sessions that began with this one at an OpenID provider (its claim `sid`). */
  endAtProvider(provider: string, sid: string): Promise<void>;
  /** The session of a request: its id and whose it is; null when nobody is signed in. */
  current(request: CookieBearer): Promise<{ id: string; userId: string } | null>;
}

export function manageSessions(engine: Engine): ManagedSessions {
  const ready = async (): Promise<Parts> => {
    const parts = await engine.settings.ready();
    if (parts.problem) throw parts.problem;
    return parts;
  };
  const about = async (
    { sessions }: Parts,
    request: CookieBearer,
  ): Promise<CurrentSession | null> => sessions.about(sessionContextOf(engine, request));

  const tell = (event: AuditTold) => tellOutside(engine.settings, event);

  return {
    list: (userId, { request } = {}) =>
      told(async () => {
        const parts = await ready();
        if (!parts.keeper?.listed) throw lacking("To list sessions", "session.listed");
        const current = request && (await about(parts, request));
        const records = await parts.keeper.list(userId);
        const kept = await Promise.all(records.map(({ key }) => isStored(parts, key)));
        return records
          .filter((_, index) => kept[index])
          .sort((a, b) => b.seen - a.seen || b.authTime - a.authTime)
          .map((record) => infoOf(record, current?.sid));
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
        const { keeper } = await ready();
        if (!keeper?.revocable) throw lacking("To end sessions", "session.revocable");
        await keeper.endAtProvider(provider, sid);
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

/** A session that is to go on: by its id, or as it was read. */
interface Excepted extends Spared {
  readonly key?: string | undefined;
}

/** Nobody spares a session of somebody else. */
function ownSession(current: CurrentSession | null, userId: string): Excepted | undefined {
  if (current?.sid === undefined || current.userId !== userId) return undefined;
  const { sid, epoch: since = "", key } = current;
  return { sid, since, key };
}

async function isStored({ store, sessions }: Parts, key: string | undefined): Promise<boolean> {
  if (!sessions.ofStoredUsers || key === undefined || !store) return true;
  return (await store.getSessionAndUser(key)) !== null;
}

async function endOne(parts: Parts, id: string, { userId }: EndOptions): Promise<boolean> {
  const { store, sessions, keeper } = parts;
  if (!keeper || !(keeper.revocable || (sessions.ofStoredUsers && keeper.listed))) {
    throw lacking("To end a session", "session.revocable");
  }
  const record = keeper.listed ? await keeper.find(id) : undefined;
  if (userId !== undefined && !(record && (await keeper.isOf(record, userId)))) return false;
  if (record?.key !== undefined) await store?.deleteSession(record.key);
  await keeper.end({ sid: id });
  return record !== undefined || !keeper.listed;
}

async function endAll(parts: Parts, userId: string, except: Excepted | undefined): Promise<void> {
  const { store, sessions, keeper } = parts;
  const rows = sessions.ofStoredUsers ? store : null;
  const spares = except === undefined || keeper?.listed === true;
  if (!keeper?.revocable && !(rows && spares)) {
    throw lacking("To end sessions", "session.revocable");
  }
  // Marks first: a session that is read meanwhile is not extended any more.
  const key = except && (except.key ?? (await keyOf(parts, userId, except.sid)));
  await keeper?.endAll(userId, except?.since === undefined ? except?.sid : except);
  // Which row is to stay is not known of a session that was not noted: marks end the others.
  const isUnknown = except !== undefined && key === undefined && keeper?.revocable === true;
  if (rows && !isUnknown) await removeRows({ rows, keeper, userId }, key);
}

/** What the row of a session is found by that was noted for this user. */
async function keyOf({ keeper }: Parts, userId: string, sid: string): Promise<string | undefined> {
  const record = await keeper?.find(sid);
  return record && (await keeper?.isOf(record, userId)) ? record.key : undefined;
}

interface Removal {
  readonly rows: Store;
  readonly keeper: Keeper | null;
  readonly userId: string;
}

/** Without the method marks alone end them; without marks the configuration was refused. */
async function removeRows({ rows, keeper, userId }: Removal, spared: string | undefined) {
  const canRemove = (await rows.missing(["deleteSessionsByUserId"])).length === 0;
  if (!canRemove && keeper?.revocable) return;
  // Between removing all and putting one back somebody might be told that they are signed out.
  if (spared !== undefined && keeper?.revocable && !(await rows.transactional())) return;
  if (spared === undefined) {
    await rows.deleteSessionsByUserId(userId);
    return;
  }
  await rows.transaction(async (inner) => {
    const kept = await inner.getSessionAndUser(spared);
    await inner.deleteSessionsByUserId(userId);
    if (kept && kept.session.expires.getTime() > Date.now()) {
      await inner.createSession(kept.session);
    }
  });
}

function lacking(what: string, option: string): InvalidConfiguration {
  return new InvalidConfiguration(`${what}, set \`${option}\` in the configuration.`);
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RequestProblem && error.status === 503 ? unavailable(error) : error;
  }
}
