import { isNew, newVersion } from "../../core/records/version.js";
import type { Records, Table } from "../../types/records.js";

/**
 * Each user's second factor, sealed. The table is older than records, so its stored name differs.
 */
export const secondFactors = {
  name: "two_factor",
  columns: {
    userId: { kind: "key", references: "user" },
    data: { kind: "text" },
    version: { kind: "integer", default: 0 },
  },
  key: "userId",
  stored: { besideUser: "second_step", redis: "second-step" },
} as const satisfies Table;

/** A row as it was read. */
export interface Stored {
  readonly data: string;
  readonly version: number;
}

export function readRow(records: Records, userId: string): Promise<Stored | null> {
  return records.get(secondFactors, userId);
}

interface Write {
  readonly userId: string;
  readonly data: string;
  /** The row to replace; null if there was none. */
  readonly former: Stored | null;
}

/** Writes a row. Resolves to false if another one was written since `former` was read. */
export function writeRow(records: Records, write: Write): Promise<boolean> {
  const { userId, data, former } = write;
  const set = { data, version: newVersion() };
  if (!former) return isNew(records.insert(secondFactors, { userId, ...set }));
  return records.update(secondFactors, userId, { set, if: { version: former.version } });
}

/** Deletes a row. Resolves to whether there was one. */
export function removeRow(records: Records, userId: string): Promise<boolean> {
  return records.remove(secondFactors, userId);
}
