import { once } from "../async/once.js";
import type { Flow } from "../flow.js";
import type { ActionContext } from "./context.js";
import type { Allowed, Doing } from "./rate-limit.js";

const judging = once(() => import("./rate-limit.js"));

/**
 * Throws if there were too many attempts: a `rateLimit` function decides if there is one, otherwise the
 * counters of failed attempts. Runs before any lookup, so a refusal is cheap and doesn't reveal who has an
 * account.
 */
export async function assertWithinLimit(
  context: ActionContext,
  flow: Pick<Flow, "id" | "limitKeys">,
  doing: Doing,
): Promise<Allowed | undefined> {
  const { rateLimit } = context;
  if (rateLimit === false) return undefined;
  if (typeof rateLimit !== "function" && doing.guess === undefined) return undefined;
  return (await judging()).checkAttempt(context, flow, doing);
}
