import { RateLimited } from "../errors.js";
import type { Flow } from "../flows/flow.js";
import type { RateLimitAction, RateLimitFunction } from "../types/limits.js";
import { once } from "../once.js";
import type { ActionContext } from "./context.js";
import type { Tries } from "./tries.js";

const tries = once(() => import("./tries.js"));

/**
 * Asks whether this may be tried once more: the application where it judges that itself, else the
 * counters of wrong tries. Done before anything is looked up, so that a refusal says nothing about who
 * has an account, and costs nothing.
 */
export async function assertWithinLimit(
  context: ActionContext,
  flow: Flow,
  action: RateLimitAction,
): Promise<Tries | undefined> {
  const { rateLimit } = context;
  if (typeof rateLimit === "function") return askApplication(context, flow, { rateLimit, action });
  if (rateLimit === false || !flow.isGuessable || action !== "callback") return undefined;
  const { countTries } = await tries();
  const counted = await countTries(context, flow, rateLimit ?? {});
  if (counted.wait === undefined) return counted;
  await context.audit?.({ type: "limit.hit", action });
  throw refusal(flow, action, counted.wait);
}

interface Asked {
  readonly rateLimit: RateLimitFunction;
  readonly action: RateLimitAction;
}

async function askApplication(
  context: ActionContext,
  flow: Flow,
  { rateLimit, action }: Asked,
): Promise<undefined> {
  const { normalizeIp } = await import("../http/ip.js");
  const ip = normalizeIp(context.clientIp());
  const names = (await flow.limitKeys?.(context)) ?? [];
  for (const key of [...(ip === undefined ? [] : [`ip:${ip}`]), ...names]) {
    if (await rateLimit(key, action)) continue;
    await context.audit?.({ type: "limit.hit", action });
    throw refusal(flow, action);
  }
}

function refusal(flow: Flow, action: RateLimitAction, wait?: number): RateLimited {
  const error = new RateLimited("This was tried too often. Wait before the next try.", {
    action,
    provider: flow.id,
    ...(wait !== undefined && { retryAfter: wait }),
  });
  if (wait !== undefined) error.retryAfter = wait;
  return error;
}
