import { RateLimited } from "../errors.js";
import type { Flow, Guess } from "../flows/flow.js";
import { normalizeIp } from "../http/ip.js";
import { beginAttempt, forgetAttempts } from "../limits/attempts.js";
import { knownDevice, subjectsOf, type TriedBy } from "../limits/device.js";
import type { RateLimitAction, RateLimitFunction, RateLimitOptions } from "../types/limits.js";
import type { ActionContext } from "./context.js";

/** What a request does. */
export interface Doing {
  readonly action: RateLimitAction;
  /** What it could guess. Undefined when nothing can be guessed. */
  readonly guess?: Guess | undefined;
  /** Whose secret it could guess, if that is known. */
  readonly userId?: string | undefined;
}

type Trying = Doing & TriedBy;

/** A guessable thing that may be tried now. */
export interface Allowed {
  /** Whom a success is of, for the cookie of a browser that has signed in. Empty when it isn't known. */
  readonly subjects: readonly string[];
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

/** Throws when there were too many attempts. */
export async function judgeAttempt(
  context: ActionContext,
  flow: Pick<Flow, "id" | "limitKeys">,
  doing: Doing,
): Promise<Allowed | undefined> {
  const { rateLimit } = context;
  if (rateLimit === false) return undefined;
  const names = (await flow.limitKeys?.(context)) ?? [];
  const tried = { provider: flow.id, names };
  const subjects = await subjectsOf(context, tried);
  const trying = { ...doing, ...tried, subjects };
  // A form may hold another user's name beside the sender's own.
  const owned = { subjects: subjects.length === 1 ? subjects : [] };
  if (typeof rateLimit !== "function") {
    return { ...owned, ...(await counted(context, trying, rateLimit ?? {})) };
  }
  await askApplication(context, rateLimit, trying);
  return doing.guess && { ...owned, failed: nothing, succeeded: nothing };
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
  'The IP addresses of clients aren\'t known, so failed sign-ins are limited by name only: one client can try a common password on every name. Set the option `clientIp`, such as `clientIp: (request) => request.headers.get("x-real-ip")` if your proxy sets that header.';

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
  const error = new RateLimited("This was tried too often. Wait before the next try.", {
    action,
    provider,
    ...(wait !== undefined && { retryAfter: wait }),
  });
  if (wait !== undefined) error.retryAfter = wait;
  return error;
}
