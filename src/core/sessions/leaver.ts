import type { EventFacts } from "../../types/events.js";
import type { SessionContext, Sessions } from "./contract.js";

/** Whose session ends, for the events. Empty if unknown. */
export type Leaver = Pick<EventFacts, "userId" | "sessionId" | "provider">;

/** Has to be called before the session ends. Never throws: it ends anyway. */
export async function whoLeaves(
  { sessions, flows }: { sessions: Sessions; flows: Pick<ReadonlyMap<string, unknown>, "has"> },
  context: SessionContext,
): Promise<Leaver> {
  const about = await sessions.about({ ...context, renew: false }).catch(() => null);
  const { userId, sid, provider } = about ?? {};
  return {
    ...(userId && { userId }),
    ...(sid !== undefined && { sessionId: sid }),
    ...(provider !== undefined && flows.has(provider) && { provider }),
  };
}
