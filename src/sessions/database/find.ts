import type { SessionContext } from "../contract.js";
import { isOver } from "../lifetime.js";
import { factsInSuffix } from "../token-suffix.js";
import { adoptedFacts, tokenOf, type DatabaseParts, type Found } from "./parts.js";

/** The session that the browser names, unless it is over: then it is removed. */
export async function find(parts: DatabaseParts, context: SessionContext): Promise<Found | null> {
  const { deps, store } = parts;
  const { now } = context;
  const sessionToken = tokenOf(context);
  if (sessionToken === undefined) return null;
  const row = await store.getSessionAndUser(sessionToken);
  if (!row) return null;
  const { session, user } = row;
  const own = factsInSuffix(sessionToken);
  // Nothing is awaited that is not there: most applications have no such plugin.
  const facts =
    own ?? (deps.hooks ? await adoptedFacts(parts, sessionToken, session.expires) : undefined);
  const kept = facts && { facts, userId: String(user.id) };
  // When an adopted one began isn't known: it isn't extended, and ends when it was going to.
  const isPast = session.expires.getTime() <= now || (!facts?.adopted && isOver(deps, kept, now));
  if (!isPast && (!kept || !deps.hooks?.check || (await deps.hooks.check(kept, now)))) {
    return { session, user, kept };
  }
  await store.deleteSession(sessionToken);
  return null;
}
