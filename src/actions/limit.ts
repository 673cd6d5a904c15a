import type { Flow } from "../flows/flow.js";
import { once } from "../once.js";
import type { ActionContext } from "./context.js";
import type { Allowed, Doing } from "./judge-attempt.js";

const judging = once(() => import("./judge-attempt.js"));

/**
 * Throws when there were too many attempts: the application's `rateLimit` decides if it is a function, else the
 * counters of failed attempts. Runs before anything is looked up, so that a refusal says nothing about who has an
 * account, and costs nothing.
 */
export async function assertWithinLimit(
  context: ActionContext,
  flow: Pick<Flow, "id" | "limitKeys">,
  doing: Doing,
): Promise<Allowed | undefined> {
  const { rateLimit } = context;
  if (rateLimit === false) return undefined;
  if (typeof rateLimit !== "function" && doing.guess === undefined) return undefined;
  return (await judging()).judgeAttempt(context, flow, doing);
}
