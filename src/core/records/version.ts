import { Conflict } from "../records.js";

/**
 * For the column `version` of a row whose text is replaced only as it was read. Random, so that nobody who read a row
 * before it was removed and made anew replaces the new one.
 */
export const newVersion = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Whether an insertion was the first with its key. */
export async function isNew(insertion: Promise<void>): Promise<boolean> {
  try {
    await insertion;
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}
