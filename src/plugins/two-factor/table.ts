import { Conflict, type Records, type Table } from "../../core/records.js";

/** What each user has as a second factor, sealed. Older than records, so that its stored name differs. */
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
  /** What is replaced: null for nothing. */
  readonly former: Stored | null;
}

/** Resolves to whether it was written: not if another one was written since `former` was read. */
export async function writeRow(records: Records, write: Write): Promise<boolean> {
  const { userId, data, former } = write;
  if (former) {
    const { version } = former;
    const set = { data, version: version + 1 };
    return records.update(secondFactors, userId, { set, if: { version } });
  }
  try {
    await records.insert(secondFactors, { userId, data, version: firstVersion() });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

/** Random, so that nobody who read the row before it was removed and made anew replaces the new one. */
const firstVersion = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Resolves to whether there was one. */
export function removeRow(records: Records, userId: string): Promise<boolean> {
  return records.remove(secondFactors, userId);
}
