import { readChunked } from "../../core/cookies/chunks.js";
import { asError } from "../../core/errors/as-error.js";
import { AuthError, SessionTokenError } from "../../core/errors/errors.js";
import type {
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
} from "../../core/sessions/contract.js";
import { faultOf } from "../../core/sessions/fault.js";
import type { GuestOptions } from "../../types/guest.js";
import type { Store } from "../../types/store.js";
import { claimGuest, isOnlyGuest } from "./claim.js";
import { forgetGuest, writeGuest } from "./cookie.js";
import { findGuest, rowOf } from "./find.js";
import { removeGuest } from "./remove.js";
import { guests, lasting, type GuestRow } from "./table.js";

export interface GuestDeps extends Pick<SessionDeps, "keys" | "logger">, GuestOptions {
  readonly store: Store;
  /** Seconds. */
  readonly maxAge: number;
}

/** Sessions that also know the guest of a browser in which nobody is signed in. */
export function guestSessions(sessions: Sessions, deps: GuestDeps): Sessions {
  return {
    ...sessions,
    async read(context, update) {
      const found = await sessions.read(context, update);
      if (found.session || found.fault) return found;
      return (await show(sessions, deps, context)) ?? found;
    },
    async start(context, who) {
      const startedAs = await sessions.start(context, who);
      if (startedAs !== null) await leave(deps, context, String(who.user.id));
      return startedAs;
    },
    async end(context) {
      const isGuest = readChunked(context.jar, context.cookie) === undefined;
      await sessions.end(context);
      await forget(deps, context, isGuest);
    },
  };
}

/** The guest's session, with its mark. */
async function show(
  sessions: Sessions,
  deps: GuestDeps,
  context: SessionContext,
): Promise<SessionRead | null> {
  try {
    const found = await findGuest(deps, context);
    if (!found) return null;
    const expires = await extend(deps, context, found.row);
    const adds = { guest: true } as const;
    const session = await sessions.show(context, { kind: "user", user: found.user, expires, adds });
    // Whatever the `session` callback makes of it.
    return { session: { ...session, guest: true } };
  } catch (error) {
    const err = asError(error);
    const problem = new SessionTokenError("The session of a guest couldn't be read.", { err });
    deps.logger.error("SessionTokenError", problem);
    return { session: null, fault: faultOf(error), error: err };
  }
}

/** Seconds between two extensions, at most one per browser and day. */
const extendAfter = 24 * 60 * 60;

async function extend(
  { keys, store, maxAge }: GuestDeps,
  context: SessionContext,
  row: GuestRow,
): Promise<Date> {
  const { userId, mark, until } = row;
  const due = until.getTime() - (maxAge - Math.min(extendAfter, maxAge / 2)) * 1000;
  if (context.renew === false || context.now < due) return until;
  const set = lasting(context.now, maxAge);
  const isExtended = await store.records.update(guests, userId, { set, if: { claimed: 0, until } });
  if (!isExtended) return until;
  await writeGuest(keys, context, { userId, mark, maxAge });
  return set.until;
}

/** Somebody signed in in the guest's browser. If they aren't the guest themselves, the data moves to them. */
async function leave(deps: GuestDeps, context: SessionContext, userId: string): Promise<void> {
  try {
    const row = await rowOf(deps, context);
    const isLeft = row && row.userId !== userId && row.until.getTime() > context.now;
    if (!isLeft || (await moveGuest(deps, row, { userId, now: context.now }))) forgetGuest(context);
  } catch (error) {
    // The user is signed in; the cookie stays, so that the next sign-in tries again.
    const message = "The data of a guest couldn't be moved to the user they signed in as.";
    deps.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
}

interface Destination {
  readonly userId: string;
  readonly now: number;
}

/** Resolves to false if it isn't done, and may be tried again. */
async function moveGuest(
  { store, move }: GuestDeps,
  row: GuestRow,
  { userId, now }: Destination,
): Promise<boolean> {
  const { userId: guestId } = row;
  const claim = await claimGuest(store.records, row, now);
  if (!claim) return false;
  try {
    const guest = await store.getUser(guestId);
    if (guest && (await isOnlyGuest(store, guest))) {
      await move?.({ guestId, userId });
      await store.deleteUser(guestId);
    }
    await store.records.remove(guests, guestId);
    return true;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** Signing out ends the guest, unless a user signed out whose guest hasn't been moved yet. */
async function forget(deps: GuestDeps, context: SessionContext, isGuest: boolean): Promise<void> {
  const { store, remove, logger } = deps;
  try {
    const row = isGuest ? await rowOf(deps, context) : null;
    if (row) await removeGuest({ store, remove, now: context.now }, row);
  } catch (error) {
    const message = "A guest who signed out couldn't be deleted. They will be when they expire.";
    logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
  forgetGuest(context);
}
