import type { Records, Table } from "../../core/records.js";
import { isNew, newVersion } from "../../core/records/version.js";

/** The hash of each user's password. Older than records, so that its stored name differs. */
export const passwords = {
  name: "password",
  columns: {
    userId: { kind: "key", references: "user" },
    /** What the password was made into, with the parameters it was made with. Never the password. */
    hash: { kind: "text" },
    version: { kind: "integer", default: 0 },
  },
  key: "userId",
  stored: { besideUser: "password", redis: "password" },
} as const satisfies Table;

/** A password as it was read. */
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
  /** What is replaced: null for nothing. */
  readonly former: StoredPassword | null;
}

/** Resolves to whether it was written: not if another one was written since `former` was read. */
export function replacePassword(records: Records, given: Replacement): Promise<boolean> {
  const { userId, hash, former } = given;
  const set = { hash, version: newVersion() };
  if (!former) return isNew(records.insert(passwords, { userId, ...set }));
  return records.update(passwords, userId, { set, if: { version: former.version } });
}

/** Writes it whatever is stored. */
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
