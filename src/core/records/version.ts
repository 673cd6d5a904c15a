import { Conflict } from "../../types/records.js";

/**
 * For the column `version` of a row that is updated only if unchanged. Random, so that a row that was deleted
 * and created again isn't mistaken for the old one.
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
