import { coreOf } from "../../actions/plugin-context.js";
import type { Context, SignedOut } from "../../core/plugin.js";
import { revokeStored } from "../../tokens/revoke.js";

/** Once the session has ended, tells providers that the user's tokens are of no use any more. */
export async function revokeAtSignOut(context: Context): Promise<SignedOut | undefined> {
  const { store } = context;
  // Who it is must be known before the session ends.
  const userId = await context.signedInAs();
  if (!store || userId === null) return undefined;
  const { keys, timeout, logger, flows } = coreOf(context);
  return async () => {
    await revokeStored({ keys, timeout, logger, flows, store }, { userId });
    return undefined;
  };
}
