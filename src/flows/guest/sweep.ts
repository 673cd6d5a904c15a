import { createStore } from "../../core/config/adapter.js";
import { recordsBinder } from "../../core/records/bound.js";
import { recordsOf } from "../../core/records/of.js";
import type { Adapter } from "../../types/adapter.js";
import type { GuestOptions } from "../../types/guest.js";
import { removeGuest } from "./remove.js";
import { guests } from "./table.js";

const atOnce = 200;
const timeout = 30_000;
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined };

/** Goes through all guests, so that none is missed however long nobody came. Errors are thrown. */
export async function removeExpired(
  adapter: Adapter,
  { remove }: Pick<GuestOptions, "remove">,
): Promise<number> {
  recordsOf(adapter, "that stores guests");
  const store = createStore(adapter, {
    ...{ logger: silent, timeout },
    keepRecords: recordsBinder([guests]),
  });
  const now = Date.now();
  let removed = 0;
  let after: string | undefined;
  do {
    const page = { limit: atOnce, ...(after !== undefined && { after }) };
    const { rows, next } = await store.records.find(guests, {}, page);
    for (const row of rows.filter(({ until }) => until.getTime() <= now)) {
      if (await removeGuest({ store, remove, now }, row)) removed += 1;
    }
    after = next;
  } while (after !== undefined);
  return removed;
}
