import { once } from "../once.js";
import type { SignedIn } from "../types/hooks.js";
import type { SessionDeps } from "./contract.js";
import type { SessionContext } from "./context.js";
import type { SessionFacts } from "./facts.js";

const facts = once(() => import("./begin-facts.js"));

/** Facts of a session that begins now; undefined when nothing needs any. */
export async function newFacts(
  { hooks, keys, isRefused }: Pick<SessionDeps, "hooks" | "keys" | "isRefused">,
  who: SignedIn,
  context: SessionContext,
): Promise<SessionFacts | undefined> {
  const unproven = context.unproven === true && isRefused !== undefined;
  if (!hooks && !context.untilClosed && !unproven) return undefined;
  const begun = await (await facts()).beginFacts(keys, who, context);
  context.named?.(begun.sid);
  if (!unproven) return begun;
  const { unprovenName } = await import("./unproven.js");
  // Only the name is asked for: when they signed in is as unknown as in any plain session.
  const isPlain = !hooks && !context.untilClosed;
  const named = { ...begun, unproven: await unprovenName(keys, who.user) };
  return isPlain ? { ...named, adopted: true } : named;
}

/** Facts of a session that is older than the plugins, last issued at this time in seconds since 1970. */
export async function adopt(
  { keys }: Pick<SessionDeps, "keys">,
  token: string,
  issuedAt: number,
): Promise<SessionFacts> {
  return (await facts()).adoptedFacts(keys, token, issuedAt);
}
