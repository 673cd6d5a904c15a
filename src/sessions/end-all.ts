import { AdapterError } from "../errors.js";
import type { EndedSessions, SessionRegistry, SparedSession } from "../types/session-hooks.js";
import type { Store } from "../types/store.js";
import type { Sessions } from "./contract.js";
import type { FoldedHooks } from "./hooks.js";

/** What can end sessions. */
export interface EndingParts {
  readonly store: Store | null;
  readonly sessions: Pick<Sessions, "ofStoredUsers">;
  readonly hooks: FoldedHooks | null;
  readonly registry: SessionRegistry | null;
}

/** Ends sessions of a user. Resolves to whether all that were meant have ended for certain. */
export async function endSessions(
  parts: EndingParts,
  userId: string,
  which: EndedSessions = {},
): Promise<boolean> {
  const { except, startedWith } = which;
  const rows = parts.sessions.ofStoredUsers ? parts.store : null;
  const key = rows && except ? await keyOf(parts, userId, except) : undefined;
  // Plugins first: a session that is read meanwhile is not extended any more.
  const isAll = (await parts.hooks?.endAll?.(userId, which)) ?? false;
  // Which row is to stay isn't known, or how each one was started: a row that a plugin refuses is removed when it is read.
  const isUnknown = (except !== undefined && key === undefined) || startedWith !== undefined;
  if (!rows || (isAll && isUnknown)) return isAll;
  if (except !== undefined && key === undefined) return false;
  return (await removeRows(rows, { userId, spared: key, isAll })) || isAll;
}

/** What the row of the session that goes on is found by. */
async function keyOf(
  { registry }: EndingParts,
  userId: string,
  { key, sid }: SparedSession,
): Promise<string | undefined> {
  if (key !== undefined || sid === undefined) return key;
  return (await registry?.find(sid, userId))?.key;
}

interface Removal {
  readonly userId: string;
  readonly spared: string | undefined;
  /** Plugins have ended them all already. */
  readonly isAll: boolean;
}

async function removeRows(rows: Store, { userId, spared, isAll }: Removal): Promise<boolean> {
  if ((await rows.missing(["deleteSessionsByUserId"])).length > 0) return false;
  if (spared === undefined) {
    await rows.deleteSessionsByUserId(userId);
    return true;
  }
  // Between removing all and putting one back somebody might be told that they are signed out.
  if (isAll && !(await rows.transactional())) return false;
  await twice(() => allButOne(rows, userId, spared));
  return true;
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
