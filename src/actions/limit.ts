import { RateLimited } from "../errors.js";
import type { Flow } from "../flows/flow.js";
import type { RateLimitAction } from "../types/config.js";
import type { ActionContext } from "./context.js";

/**
 * Asks the application whether this may be tried once more. Done before anything is looked up, so
 * that a refusal says nothing about who has an account, and costs nothing.
 */
export async function assertWithinLimit(
  context: ActionContext,
  flow: Flow,
  action: RateLimitAction,
): Promise<void> {
  const { rateLimit, clientIp } = context;
  if (!rateLimit) return;
  const { normalizeIp } = await import("../http/ip.js");
  const ip = normalizeIp(clientIp());
  const names = (await flow.limitKeys?.(context)) ?? [];
  for (const key of [...(ip === undefined ? [] : [`ip:${ip}`]), ...names]) {
    if (await rateLimit(key, action)) continue;
    throw new RateLimited("This was tried too often. Wait before the next try.", {
      action,
      provider: flow.id,
    });
  }
}
