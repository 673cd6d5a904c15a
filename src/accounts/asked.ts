import type { KeyRing } from "../crypto/keys.js";
import { FreshSignInRequired } from "../errors.js";
import type { Verified } from "../flows/flow.js";
import { openAsk, type Ask } from "../sessions/ask.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Tell } from "../types/events.js";
import type { User } from "../types/session.js";
import { idInSession, type SignedInContext } from "./signed-in.js";

export interface AskedContext extends SignedInContext {
  readonly keys: KeyRing;
  readonly callbackUrl: string;
  readonly tell?: Tell | undefined;
}

/**
 * What the application asked of the person who is signed in. It is over when they are not, or somebody else
 * is: who signs in then is nobody's business.
 */
export async function askOf(context: AskedContext): Promise<Ask | null> {
  const { jar, cookies } = context;
  const ask = await openAsk(context, jar.get(cookies.prove.name));
  return ask && (await idInSession(context)) === ask.userId ? ask : null;
}

/**
 * The same, when somebody has signed in as `who`, if there is such a user yet. Throws when it is another person, or an account that is new here:
 * that proves nothing about the one who is signed in.
 */
export async function answer(
  context: AskedContext,
  verified: Verified,
  who: User | AdapterUser | null,
): Promise<Ask | null> {
  const ask = await askOf(context);
  const id = who?.id === undefined ? undefined : String(who.id);
  if (!ask || id === ask.userId) return ask;
  context.jar.set(context.cookies.callbackUrl, verified.callbackUrl ?? context.callbackUrl);
  const { provider } = verified.account;
  const reason = FreshSignInRequired.type;
  await context.tell?.({ type: "sign-in.refused", reason, provider, ...(id && { userId: id }) });
  throw new FreshSignInRequired(
    "The person who is signed in was asked to prove once more who they are, and somebody else did.",
    { provider },
  );
}
