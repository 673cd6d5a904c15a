import { randomId } from "../../core/crypto/random.js";
import type { FlowContext } from "../../core/flow.js";
import type { AdapterUser } from "../../types/adapter.js";
import { storeOf } from "../mail/setup.js";
import { readPassword, type StoredPassword } from "./table.js";

export interface FoundUser {
  readonly user: AdapterUser | null;
  readonly stored: StoredPassword | null;
}

/** The user with an address, and their password hash. Makes as many queries if there's no such user. */
export async function findByEmail(context: FlowContext, email: string): Promise<FoundUser> {
  const store = storeOf(context);
  const user = await store.getUserByEmail(email);
  const stored = await readPassword(store.records, user ? String(user.id) : randomId());
  return { user, stored: user && stored };
}
