import { isNew, newVersion } from "../../core/records/version.js";
import type { Records, Table } from "../../types/records.js";

/** Each user's password hash. Older than records, so its stored name differs. */
export const passwords = {
  name: "password",
  columns: {
    userId: { kind: "key", references: "user" },
    /** The hash, with its parameters. Never the password. */
    hash: { kind: "text" },
    version: { kind: "integer", default: 0 },
  },
  key: "userId",
  stored: { besideUser: "password", redis: "password" },
} as const satisfies Table;

/** A stored hash, as read. */
export interface StoredPassword {
  readonly hash: string;
  readonly version: number;
}

export function readPassword(records: Records, userId: string): Promise<StoredPassword | null> {
  return records.get(passwords, userId);
}

interface Replacement {
  readonly userId: string;
  readonly hash: string;
  /** The value to replace: null for none. */
  readonly former: StoredPassword | null;
}

/** Resolves to whether it was written: not if it changed since `former` was read. */
export function replacePassword(records: Records, given: Replacement): Promise<boolean> {
  const { userId, hash, former } = given;
  const set = { hash, version: newVersion() };
  if (!former) return isNew(records.insert(passwords, { userId, ...set }));
  return records.update(passwords, userId, { set, if: { version: former.version } });
}

/** Writes it, whatever is stored. */
export async function setPassword(records: Records, userId: string, hash: string): Promise<void> {
  const set = { hash, version: newVersion() };
  const replace = () => records.update(passwords, userId, { set });
  if (await replace()) return;
  const isFirst = await isNew(records.insert(passwords, { userId, ...set }));
  if (!isFirst) await replace();
}

/** Resolves to whether there was one. */
export function removePassword(records: Records, userId: string): Promise<boolean> {
  return records.remove(passwords, userId);
}
