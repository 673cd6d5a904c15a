import { randomId } from "../../crypto/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { FlowContext } from "../flow.js";
import { storeOf } from "../mail/desk.js";

export interface Found {
  readonly user: AdapterUser | null;
  readonly hash: string | null;
}

/** The user with an address, and the hash of their password. As many questions where there is none. */
export async function findByEmail(context: FlowContext, email: string): Promise<Found> {
  const store = storeOf(context);
  const user = await store.getUserByEmail(email);
  const hash = await store.getPassword(user ? String(user.id) : randomId());
  return { user, hash: user && hash };
}
