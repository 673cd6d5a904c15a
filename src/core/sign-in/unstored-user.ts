import type { SignedIn } from "../../types/hooks.js";
import { AdapterError } from "../errors/errors.js";
import type { Verified } from "../flow.js";
import type { CompleteContext } from "./context.js";

/** A user known only from the flow or the app; nothing is stored about them. */
export async function signInUnstored(
  context: CompleteContext,
  verified: Verified,
): Promise<SignedIn> {
  await assertStored(context, verified);
  const { user, account, profile } = verified;
  return { user, account, ...(profile && { profile }) };
}

/** A database session needs a user in the database. */
async function assertStored({ sessions, store }: CompleteContext, { user }: Verified) {
  if (!sessions.ofStoredUsers || (await store?.getUser(String(user.id)))) return;
  throw new AdapterError(
    'With the session strategy "database", `authorize` must return a user who is in the database, and none has this id. Return a stored user, or use the strategy "jwt".',
  );
}
