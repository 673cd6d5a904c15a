import type { AdapterUser } from "../../types/adapter.js";
import type { Tell } from "../../types/events.js";
import type { User } from "../../types/session.js";
import type { KeyRing } from "../crypto/keys.js";
import { FreshSignInRequired } from "../errors/errors.js";
import type { Verified } from "../flow.js";
import { idInSession, type SignedInContext } from "../sessions/signed-in.js";
import { openRequest, type StepUpRequest } from "./request.js";

export interface RequestContext extends SignedInContext {
  readonly keys: KeyRing;
  readonly callbackUrl: string;
  readonly tell?: Tell | undefined;
}

/** What the app asked of the signed-in user. Void if they have signed out, or someone else has signed in. */
export async function stepUpRequestOf(context: RequestContext): Promise<StepUpRequest | null> {
  const { jar, cookies } = context;
  const ask = await openRequest(context, jar.get(cookies.prove.name));
  return ask && (await idInSession(context)) === ask.userId ? ask : null;
}

/**
 * The same, once `who` has signed in, if there's such a user yet. Throws if it's another person, or a new
 * account: that proves nothing about the signed-in user.
 */
export async function answerRequest(
  context: RequestContext,
  verified: Verified,
  who: User | AdapterUser | null,
): Promise<StepUpRequest | null> {
  const ask = await stepUpRequestOf(context);
  const id = who?.id === undefined ? undefined : String(who.id);
  if (!ask || id === ask.userId) return ask;
  context.jar.set(context.cookies.callbackUrl, verified.callbackUrl ?? context.callbackUrl);
  const { provider } = verified.account;
  const reason = FreshSignInRequired.type;
  await context.tell?.({ type: "sign-in.refused", reason, provider, ...(id && { userId: id }) });
  throw new FreshSignInRequired(
    "The signed-in user was asked to sign in again, and a different user did.",
    { provider },
  );
}
