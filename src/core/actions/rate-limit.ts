import type { RateLimitAction, RateLimitFunction, RateLimitOptions } from "../../types/limits.js";
import { RateLimited } from "../errors/errors.js";
import type { Flow, Guess } from "../flow.js";
import { normalizeIp } from "../http/ip.js";
import { beginAttempt, forgetAttempts } from "../rate-limit/attempts.js";
import { knownDevice, subjectsOf, type TriedBy } from "../rate-limit/known-device.js";
import type { ActionContext } from "./context.js";

/** What the request does. */
export interface Doing {
  readonly action: RateLimitAction;
  /** The secret it could guess. Undefined if there's nothing to guess. */
  readonly guess?: Guess | undefined;
  /** The account whose secret it could guess, if known. */
  readonly userId?: string | undefined;
}

type Trying = Doing & TriedBy;

/** A guess that is allowed to be checked now. */
export interface Allowed {
  /** The user who succeeded, to remember this browser for. Empty if unknown. */
  readonly subjects: readonly string[];
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

/** Throws if there were too many attempts. */
export async function checkAttempt(
  context: ActionContext,
  flow: Pick<Flow, "id" | "limitKeys">,
  doing: Doing,
): Promise<Allowed | undefined> {
  const { rateLimit } = context;
  if (rateLimit === false) return undefined;
  const names = (await flow.limitKeys?.(context)) ?? [];
  const provider = flow.id;
  const subjects = await subjectsOf(context, { provider, names });
  const { action, guess, userId } = doing;
  const trying = { action, guess, userId, provider, names, subjects };
  // A form may contain another user's name beside the sender's own.
  const own = subjects.length === 1 ? subjects : [];
  if (typeof rateLimit !== "function") {
    const { failed, succeeded } = await counted(context, trying, rateLimit ?? {});
    return { subjects: own, failed, succeeded };
  }
  await askApplication(context, rateLimit, trying);
  return guess && { subjects: own, failed: nothing, succeeded: nothing };
}

const nothing = () => Promise.resolve();

async function counted(
  context: ActionContext,
  trying: Trying,
  options: RateLimitOptions,
): Promise<Pick<Allowed, "failed" | "succeeded">> {
  if (trying.guess === "code") return { failed: nothing, succeeded: nothing };
  if (trying.guess === "proof") {
    return { failed: nothing, succeeded: () => forgetAttempts(context, trying, options) };
  }
  if (context.production && normalizeIp(context.clientIp()) === undefined) {
    context.warnOnce("weak-client-address", () => noClientAddress);
  }
  const attempt = await beginAttempt(context, trying, options);
  if (attempt.wait !== undefined) throw await refusal(context, trying, attempt.wait);
  return attempt;
}

const noClientAddress =
  'Client IP addresses are unknown, so failed sign-ins are limited per name only: one client can try a common password on every name. Set `clientIp`, such as `clientIp: (request) => request.headers.get("x-real-ip")` if your proxy sets that header.';

async function askApplication(
  context: ActionContext,
  rateLimit: RateLimitFunction,
  trying: Trying,
): Promise<void> {
  const ip = normalizeIp(context.clientIp());
  const device = await knownDevice(context, trying.subjects);
  const browser = { known: device !== undefined };
  for (const key of [...(ip === undefined ? [] : [`ip:${ip}`]), ...trying.names]) {
    if (await rateLimit(key, trying.action, browser)) continue;
    throw await refusal(context, trying);
  }
}

async function refusal(
  { tell, flows }: ActionContext,
  { action, provider, userId }: Trying,
  wait?: number,
): Promise<RateLimited> {
  const about = {
    ...(flows.has(provider) && { provider }),
    ...(userId !== undefined && { userId }),
  };
  await tell?.({ type: "limit.hit", action, ...about });
  const error = new RateLimited("Too many attempts. Wait before you try again.", {
    action,
    provider,
    ...(wait !== undefined && { retryAfter: wait }),
  });
  if (wait !== undefined) error.retryAfter = wait;
  return error;
}
