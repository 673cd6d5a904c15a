import { randomId } from "../../crypto/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { FlowContext } from "../flow.js";
import { storeOf } from "../mail/desk.js";
import { readPassword, type StoredPassword } from "./table.js";

export interface Found {
  readonly user: AdapterUser | null;
  readonly stored: StoredPassword | null;
}

/** The user with an address, and their password. As many questions where there is none. */
export async function findByEmail(context: FlowContext, email: string): Promise<Found> {
  const store = storeOf(context);
  const user = await store.getUserByEmail(email);
  const stored = await readPassword(store.records, user ? String(user.id) : randomId());
  return { user, stored: user && stored };
}
