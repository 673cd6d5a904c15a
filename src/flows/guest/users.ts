import { asError } from "../../core/errors/as-error.js";
import { AuthError } from "../../core/errors/errors.js";
import type {
  FoundUser,
  LeavingUser,
  ProvisionalContext,
  ProvisionalDeps,
  ProvisionalUsers,
} from "../../core/provisional/users.js";
import type { GuestOptions } from "../../types/guest.js";
import { claimGuest, isOnlyGuest } from "./claim.js";
import { forgetGuest, readGuest, writeGuest } from "./cookie.js";
import { removeGuest } from "./remove.js";
import { guests, lasting, type GuestRow } from "./table.js";

interface GuestDeps extends ProvisionalDeps, Pick<GuestOptions, "move" | "remove"> {
  /** The provider's. */
  readonly id: string;
  /** Seconds. */
  readonly maxAge: number;
}

/** Guests, as the core knows them. */
export function guestUsers(deps: GuestDeps): ProvisionalUsers {
  return {
    marks: { guest: true },
    find: (context) => find(deps, context),
    leaving: (context, userId) => leaving(deps, context, userId),
    end: (context) => end(deps, context),
    forget: forgetGuest,
  };
}

/** The row of this browser's guest. */
async function rowOf(
  { keys, store }: GuestDeps,
  context: ProvisionalContext,
): Promise<GuestRow | null> {
  const held = await readGuest(keys, context);
  const row = held && (await store.records.get(guests, held.userId));
  return row && row.mark === held.mark ? row : null;
}

/** The guest in this browser, unless a request is doing something with them. */
async function find(deps: GuestDeps, context: ProvisionalContext): Promise<FoundUser | null> {
  const row = await rowOf(deps, context);
  const isOver = !row || row.until.getTime() <= context.now;
  const user = isOver ? null : await deps.store.getUser(row.userId);
  if (isOver || !user) {
    forgetGuest(context);
    return null;
  }
  if (row.claimed !== 0 || user.email) return null;
  return {
    user,
    stay: () => extend(deps, context, row),
    async adopt(linking, verified, proven) {
      const claim = await claimGuest(linking.store.records, row, linking.now);
      if (!claim) return null;
      const { adoptGuest } = await import("./adopt.js");
      const made = await adoptGuest(linking, verified, { guest: user, proven, claim });
      const { userId } = row;
      await linking.tell?.({ type: "guest.signed-up", provider: deps.id, userId });
      return made;
    },
  };
}

/** Seconds between two extensions, at most one per browser and day. */
const extendAfter = 24 * 60 * 60;

async function extend(
  { keys, store, maxAge }: GuestDeps,
  context: ProvisionalContext,
  row: GuestRow,
): Promise<Date> {
  const { userId, mark, until } = row;
  const due = until.getTime() - (maxAge - Math.min(extendAfter, maxAge / 2)) * 1000;
  if (context.renew === false || context.now < due) return until;
  const set = lasting(context.now, maxAge);
  const isSame = { claimed: 0, until, mark };
  const isExtended = await store.records.update(guests, userId, { set, if: isSame });
  if (!isExtended) return until;
  await writeGuest(keys, context, { userId, mark, maxAge });
  return set.until;
}

async function leaving(
  deps: GuestDeps,
  context: ProvisionalContext,
  userId: string,
): Promise<LeavingUser | null> {
  const row = await rowOf(deps, context);
  if (row && row.userId !== userId && row.until.getTime() > context.now) {
    return { userId: row.userId, handOver: () => handOver(deps, context, { row, userId }) };
  }
  forgetGuest(context);
  return null;
}

interface Move {
  readonly row: GuestRow;
  /** Whose the data is from now on. */
  readonly userId: string;
}

/** The cookie stays if this isn't done, and so does the guest. */
async function handOver(
  { id: provider, store, move }: GuestDeps,
  context: ProvisionalContext,
  { row, userId }: Move,
): Promise<void> {
  const { userId: guestId } = row;
  const claim = await claimGuest(store.records, row, context.now);
  if (!claim) return;
  try {
    const guest = await store.getUser(guestId);
    const isGuest = guest !== null && (await isOnlyGuest(store, guest));
    if (isGuest) await move?.({ guestId, userId });
    if (isGuest) await store.deleteUser(guestId);
    await store.records.remove(guests, guestId);
    forgetGuest(context);
    if (isGuest) await context.tell?.({ type: "guest.moved", provider, userId, guestId });
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** Deletes a guest who signed out. */
async function end(deps: GuestDeps, context: ProvisionalContext): Promise<void> {
  const { store, remove, logger } = deps;
  try {
    const row = await rowOf(deps, context);
    if (row) await removeGuest({ store, remove, now: context.now }, row);
  } catch (error) {
    const message = "A guest who signed out couldn't be deleted. They will be when they expire.";
    logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
  forgetGuest(context);
}
