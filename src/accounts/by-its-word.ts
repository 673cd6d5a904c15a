import { AdapterError } from "../errors.js";
import type { Verified } from "../flows/flow.js";
import type { SignedIn } from "../types/hooks.js";
import type { CompleteContext } from "./context.js";

/** Who somebody is by the word of the flow, or of the application, alone: nothing is stored of it. */
export async function byItsWord(context: CompleteContext, verified: Verified): Promise<SignedIn> {
  await assertStored(context, verified);
  const { user, account, profile } = verified;
  return { user, account, ...(profile && { profile }) };
}

/** A database session of somebody who is not in the database would belong to nobody. */
async function assertStored({ sessions, store }: CompleteContext, { user }: Verified) {
  if (!sessions.ofStoredUsers || (await store?.getUser(String(user.id)))) return;
  throw new AdapterError(
    'With the session strategy "database" the user that `authorize` returns must be in the store, and there is none with this id. Return a stored user, or use the strategy "jwt".',
  );
}
