import { randomText } from "../../core/crypto/random.js";
import { sha256 } from "../../core/crypto/sha256.js";
import { change } from "../../core/records/change.js";
import { newVersion } from "../../core/records/version.js";
import type { Records, RowOf, Table } from "../../types/records.js";

/** Each user's pending change. */
export const pendingChanges = {
  name: "change_email",
  columns: {
    userId: { kind: "key", references: "user" },
    /** The new address. */
    email: { kind: "text" },
    /** Hash of the token in the link. */
    token: { kind: "key" },
    version: { kind: "integer" },
    expires: { kind: "date" },
  },
  key: "userId",
  unique: [["token"]],
  expires: "expires",
} as const satisfies Table;

/** Former addresses of users, which they can restore for a while. */
export const formerAddresses = {
  name: "change_email_former",
  columns: {
    /** Hash of the token in the link. */
    token: { kind: "key" },
    userId: { kind: "key", references: "user" },
    email: { kind: "text" },
    changedAt: { kind: "date" },
    expires: { kind: "date" },
  },
  key: "token",
  indexes: [["userId"]],
  expires: "expires",
} as const satisfies Table;

export type PendingChange = RowOf<typeof pendingChanges>;
export type FormerAddress = RowOf<typeof formerAddresses>;

/** A new token for a link. */
export const newToken = (): string => randomText(32);

/** The user's pending change, if it can still be confirmed. */
export async function readPending(
  records: Records,
  userId: string,
  now: number,
): Promise<PendingChange | null> {
  const found = await records.get(pendingChanges, userId);
  return found && found.expires.getTime() > now ? found : null;
}

/** Replaces the user's pending change; the link of the previous one stops working. */
export async function writePending(
  records: Records,
  { userId, ...row }: Omit<PendingChange, "version">,
): Promise<void> {
  const set = { ...row, version: newVersion() };
  if (await records.update(pendingChanges, userId, { set })) return;
  await records.insert(pendingChanges, { userId, ...set });
}

/**
 * Uses a change up and stores the former address, if any. Of concurrent requests, one gets true and
 * the others false.
 */
export function takePending(
  records: Records,
  { userId, version }: PendingChange,
  former: FormerAddress | null,
): Promise<boolean> {
  const taken = change.remove(pendingChanges, userId, { if: { version } });
  return records.all(former ? [taken, change.insert(formerAddresses, former)] : [taken]);
}

/** Finds a former address by its token, if it can still be restored. */
export async function readFormer(
  records: Records,
  token: string,
  now: number,
): Promise<FormerAddress | null> {
  const found = await records.get(formerAddresses, await sha256(token));
  return found && found.expires.getTime() > now ? found : null;
}

/**
 * Uses up a former address and everything after it: the undo links of later changes, and a pending
 * change.
 */
export async function takeFormer(records: Records, former: FormerAddress): Promise<boolean> {
  const { token, userId, changedAt } = former;
  if (!(await records.remove(formerAddresses, token))) return false;
  await records.remove(pendingChanges, userId);
  const { rows } = await records.find(formerAddresses, { userId }, { limit: 1000 });
  const later = rows.filter((row) => row.changedAt.getTime() >= changedAt.getTime());
  for (const row of later) await records.remove(formerAddresses, row.token);
  return true;
}

/** What is stored about a user, without the tokens. */
export async function storedOf(records: Records, userId: string) {
  const pending = await records.get(pendingChanges, userId);
  const { rows } = await records.find(formerAddresses, { userId }, { limit: 1000 });
  const former = rows.map(({ email, changedAt, expires }) => ({
    ...{ email, changedAt: changedAt.toISOString(), expires: expires.toISOString() },
  }));
  return { pending: pending && told(pending), former };
}

/** A pending change as it appears in JSON. */
export function told({ email, expires }: PendingChange) {
  return { email, expires: expires.toISOString() };
}

const mostSwept = 100;

export async function sweepOld(records: Records, now: number): Promise<void> {
  for (const table of [pendingChanges, formerAddresses]) {
    await records.sweep(table, new Date(now), mostSwept);
  }
}
