import { AdapterError, InvalidConfiguration } from "../errors.js";
import type { SessionRecord } from "../sessions/book.js";
import type { CurrentSession, Keeper, Sessions } from "../sessions/index.js";
import type { Spared } from "../sessions/marks.js";
import type { Store } from "../types/store.js";

/** What keeps the sessions of users. */
export interface DevicesContext {
  readonly store: Store | null;
  readonly sessions: Sessions;
  /** Null when nothing asks for it. */
  readonly keeper: Keeper | null;
}

/** The sessions of a user, the one seen last first. */
export async function listSessions(
  context: DevicesContext,
  userId: string,
): Promise<SessionRecord[]> {
  const { keeper } = context;
  if (!keeper?.listed) throw lacking("To list sessions", "session.listed");
  const records = await keeper.list(userId);
  const kept = await Promise.all(records.map(({ key }) => isStored(context, key)));
  return records
    .filter((_, index) => kept[index])
    .sort((a, b) => b.seen - a.seen || b.authTime - a.authTime);
}

/** A session that is to go on: by its id, or as it was read. */
export interface Excepted extends Spared {
  readonly key?: string | undefined;
}

/** Nobody spares a session of somebody else. */
export function ownSession(current: CurrentSession | null, userId: string): Excepted | undefined {
  if (current?.sid === undefined || current.userId !== userId) return undefined;
  const { sid, epoch: since = "", key } = current;
  return { sid, since, key };
}

async function isStored(
  { store, sessions }: DevicesContext,
  key: string | undefined,
): Promise<boolean> {
  if (!sessions.ofStoredUsers || key === undefined || !store) return true;
  return (await store.getSessionAndUser(key)) !== null;
}

export async function endOne(
  parts: DevicesContext,
  id: string,
  { userId }: { readonly userId?: string | undefined },
): Promise<boolean> {
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

export async function endAll(
  parts: DevicesContext,
  userId: string,
  except: Excepted | undefined,
): Promise<void> {
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
async function keyOf(
  { keeper }: DevicesContext,
  userId: string,
  sid: string,
): Promise<string | undefined> {
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
  await twice(() => allButOne(rows, userId, spared));
}

/** A session may be extended meanwhile, so that the store takes nothing of it: then it is done anew. */
async function twice(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    await work();
  }
}

function allButOne(rows: Store, userId: string, spared: string): Promise<void> {
  return rows.transaction(async (inner) => {
    const kept = await inner.getSessionAndUser(spared);
    await inner.deleteSessionsByUserId(userId);
    if (kept && kept.session.expires.getTime() > Date.now()) {
      await inner.createSession(kept.session);
    }
  });
}

export function lacking(what: string, option: string): InvalidConfiguration {
  return new InvalidConfiguration(`${what}, set \`${option}\` in the configuration.`);
}
