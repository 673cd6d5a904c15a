import type { SignedIn } from "../../types/hooks.js";
import { adoptedFacts, beginFacts } from "./begin-facts.js";
import type { SessionContext } from "./context.js";
import type { SessionDeps } from "./contract.js";
import type { SessionFacts } from "./facts.js";

/** The facts of a new session; undefined if nothing needs any. */
export async function newFacts(
  { hooks, keys, unproven }: Pick<SessionDeps, "hooks" | "keys" | "unproven">,
  who: SignedIn,
  context: SessionContext,
): Promise<SessionFacts | undefined> {
  const refusing = context.unproven ? unproven : undefined;
  if (!hooks && !context.untilClosed && !refusing) return undefined;
  const begun = await beginFacts(keys, who, context);
  context.named?.(begun.sid);
  if (!refusing) return begun;
  // Only the id is needed: the sign-in time is as unknown as for any plain session.
  const isPlain = !hooks && !context.untilClosed;
  const named = { ...begun, unproven: await refusing.factFor(who.user) };
  return isPlain ? { ...named, adopted: true } : named;
}

/** The facts of a session that is older than the plugins, last issued at this time in seconds since 1970. */
export async function adopt(
  { keys }: Pick<SessionDeps, "keys">,
  token: string,
  issuedAt: number,
): Promise<SessionFacts> {
  return adoptedFacts(keys, token, issuedAt);
}
