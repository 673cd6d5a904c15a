import type { SignedIn } from "../types/hooks.js";
import type { SessionDeps } from "./contract.js";
import type { SessionContext } from "./context.js";
import type { SessionFacts } from "./facts.js";

/** Facts of a session that begins now; undefined where nothing asks for any. */
export async function newFacts(
  { keeper, keys }: Pick<SessionDeps, "keeper" | "keys">,
  who: SignedIn,
  context: SessionContext,
): Promise<SessionFacts | undefined> {
  if (!keeper && !context.untilClosed) return undefined;
  const facts = keeper
    ? await keeper.begin(who, context)
    : await (await import("./begin-facts.js")).beginFacts(keys, who, context);
  context.named?.(facts.sid);
  return facts;
}
