import { randomText } from "../../core/crypto/random.js";
import type { Store } from "../../types/store.js";
import { guests } from "./table.js";

/**
 * No browser has the guest any more. Their data stays until they expire, because they may be needed to find out
 * what happened.
 */
export async function endSessions(
  { records }: Pick<Store, "records">,
  userId: string,
): Promise<void> {
  await records.update(guests, userId, { set: { mark: randomText(16) } });
}
