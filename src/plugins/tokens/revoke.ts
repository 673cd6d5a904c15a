import { coreOf } from "../../core/actions/plugin-context.js";
import type { Context, SignedOut } from "../../core/plugin.js";
import { revokeStored } from "../../core/tokens/revoke.js";

/** Revokes the user's tokens at the providers, after the session has ended. */
export async function revokeAtSignOut(context: Context): Promise<SignedOut | undefined> {
  const { store } = context;
  // The user must be read before the session ends.
  const userId = await context.signedInAs();
  if (!store || userId === null) return undefined;
  const { keys, timeout, logger, flows } = coreOf(context);
  return async () => {
    await revokeStored({ keys, timeout, logger, flows, store }, { userId });
    return undefined;
  };
}
