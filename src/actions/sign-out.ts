import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import type { Action, ActionContext } from "./context.js";
import { assertOwnForm } from "./protect.js";

/** `POST signout`. */
export const signOut: Action = async (context) => {
  await assertOwnForm(context);
  const { jar, cookies, now, sessions } = context;
  await renewCsrfToken(context);
  jar.clear(cookies.callbackUrl);
  jar.clear(cookies.proof);
  jar.clear(cookies.prove);
  const isHere = jar.get(cookies.there.name) !== undefined;
  const revoke = await revocation(context);
  await sessions.end({ jar, cookie: cookies.session, now });
  await revoke?.();
  if (!isHere) return redirectTo(context.callbackUrl);
  const { leaveProvider } = await import("./logout/at-provider.js");
  return leaveProvider(context);
};

/** Tells providers that want it that the tokens of whoever is signed in now are of no use any more. */
async function revocation(context: ActionContext): Promise<(() => Promise<void>) | undefined> {
  const { flows, store } = context;
  if (!store || ![...flows.values()].some((flow) => flow.revoke)) return undefined;
  // Who it is must be known before the session ends; what is not known then does not keep them here.
  const userId = await context.signedInAs().catch(() => null);
  if (userId === null) return undefined;
  const { revokeStored } = await import("../tokens/revoke.js");
  return () => revokeStored({ ...context, store }, { userId });
}
