import type { EndedSessions, SessionRegistry, SparedSession } from "../../types/session-hooks.js";
import type { Store } from "../../types/store.js";
import { AdapterError } from "../errors/errors.js";
import type { Sessions } from "./contract.js";
import type { FoldedHooks } from "./hooks.js";

/** What can end sessions. */
export interface EndingParts {
  readonly store: Store | null;
  readonly sessions: Pick<Sessions, "ofStoredUsers">;
  readonly hooks: FoldedHooks | null;
  readonly registry: SessionRegistry | null;
}

/** Ends sessions of a user. Resolves to whether all of them have certainly ended. */
export async function endSessions(
  parts: EndingParts,
  userId: string,
  which: EndedSessions = {},
): Promise<boolean> {
  const { except, startedWith } = which;
  const rows = parts.sessions.ofStoredUsers ? parts.store : null;
  const key = rows && except ? await keyOf(parts, userId, except) : undefined;
  // Plugins first: from then on, a session that is read isn't extended any more.
  const isAll = (await parts.hooks?.endAll?.(userId, which)) ?? false;
  // The row to keep, or how each session was started, isn't known: a row that a plugin refuses is deleted
  // when it's read.
  const isUnknown = (except !== undefined && key === undefined) || startedWith !== undefined;
  if (!rows || (isAll && isUnknown)) return isAll;
  if (except !== undefined && key === undefined) return false;
  return (await removeRows(rows, { userId, spared: key, isAll })) || isAll;
}

/** The key of the session to keep. */
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
  /** Plugins have already ended them all. */
  readonly isAll: boolean;
}

async function removeRows(rows: Store, { userId, spared, isAll }: Removal): Promise<boolean> {
  const lacking = await rows.missing(["deleteSessionsByUserId", "deleteOtherSessions"]);
  if (spared !== undefined && !lacking.includes("deleteOtherSessions")) {
    await rows.deleteOtherSessions(userId, spared);
    return true;
  }
  if (lacking.includes("deleteSessionsByUserId")) return false;
  if (spared === undefined) {
    await rows.deleteSessionsByUserId(userId);
    return true;
  }
  // Deleting all and restoring one would sign its user out for a moment.
  if (isAll && !(await rows.transactional())) return false;
  await twice(() => allButOne(rows, userId, spared));
  return true;
}

/** A session may be extended meanwhile, so that the store deletes nothing; then it's retried. */
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
