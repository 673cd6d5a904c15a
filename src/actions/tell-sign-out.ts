import { asAuthError } from "../caught.js";
import { referenceOf } from "../diagnosis/reference.js";
import { RequestProblem } from "../http/problem.js";
import type { EventFacts, Tell } from "../types/events.js";
import type { ActionContext } from "./context.js";

type Leaving = Pick<EventFacts, "userId" | "sessionId" | "provider">;

/** Signs a user out, and tells of it: who it was must be known before the session ends. */
export async function tellingSignOut<T>(
  context: ActionContext & { readonly tell: Tell },
  work: () => Promise<T>,
): Promise<T> {
  const { tell } = context;
  const leaving = await whoLeaves(context);
  try {
    const done = await work();
    await tell({ type: "sign-out", ...leaving });
    if (leaving.userId !== undefined) await tell({ type: "session.ended", ...leaving });
    return done;
  } catch (thrown) {
    if (thrown instanceof RequestProblem) throw thrown;
    const error = asAuthError(thrown);
    const reference = referenceOf(error);
    await tell({ type: "sign-out.failed", reason: error.type, reference, ...leaving });
    throw error;
  }
}

/** Nothing if it isn't known, which keeps nobody here. */
async function whoLeaves({ sessions, jar, cookies, now, flows }: ActionContext): Promise<Leaving> {
  const session = { jar, cookie: cookies.session, now, renew: false };
  const about = await sessions.about(session).catch(() => null);
  const { userId, sid, provider } = about ?? {};
  return {
    ...(userId && { userId }),
    ...(sid !== undefined && { sessionId: sid }),
    ...(provider !== undefined && flows.has(provider) && { provider }),
  };
}
