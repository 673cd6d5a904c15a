import type { AdapterUser } from "../../types/adapter.js";
import type { SignedIn } from "../../types/hooks.js";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from "../errors/errors.js";
import type { Verified } from "../flow.js";
import { isOutcome, type Outcome } from "../http/outcome.js";
import { apply } from "../linking/apply.js";
import {
  isEmailOfAnother,
  isSamePlan,
  ownerOf,
  decide,
  type Plan,
  type Refusal,
} from "../linking/decide.js";
import { withLocks } from "../linking/lock.js";
import { lookUp } from "../linking/look-up.js";
import { isUniqueConflict } from "../linking/unique-conflict.js";
import { assertFresh } from "../step-up/proof-cookie.js";
import { foldAddress } from "../values/address.js";
import type { CompleteContext } from "./context.js";
import { signInUnstored } from "./unstored-user.js";

/** The user this would sign in, if already in the store. */
export async function findUser(
  context: CompleteContext,
  verified: Verified,
): Promise<AdapterUser | null> {
  const facts = await lookUp(context, verified);
  return verified.trust === "email-owner" ? facts.emailOwner : ownerOf(facts);
}

/** The result. */
interface ResolvedAccount {
  readonly who: SignedIn;
  /** An account was linked to the signed-in user: their session continues. */
  readonly goesOn: boolean;
}

/**
 * Decides whose account it is and acts on it, after earlier work on the same person. If linking is refused, a
 * plugin may respond instead.
 */
export async function resolveAccount(
  context: CompleteContext,
  verified: Verified,
): Promise<ResolvedAccount | Outcome> {
  const keys = [accountKey(verified), emailKey(verified)].filter((key) => key !== undefined);
  const applied = await withLocks(context.keys, keys, () => decideAndApply(context, verified));
  if ("kind" in applied) return applied;
  const { who, plan } = applied;
  // Again, now that no new session can be started the old way.
  await endClaimedSessions(context, plan);
  return { who, goesOn: plan.do === "link" };
}

function accountKey({ account }: Verified): string {
  return `account ${account.provider} ${account.providerAccountId}`;
}

function emailKey({ user }: Verified): string | undefined {
  return user.email ? `email ${foldAddress(user.email)}` : undefined;
}

interface Applied {
  readonly who: SignedIn;
  readonly plan: Plan;
}

/**
 * Decides and acts. If the store refuses, another process may have created the same user in the meantime, so
 * it decides again. An outage is reported as such.
 */
async function decideAndApply(
  context: CompleteContext,
  verified: Verified,
): Promise<Applied | Outcome> {
  const plan = await lookUpAndDecide(context, verified);
  const answer = await answerRefused(context, verified, plan);
  if (answer) return answer;
  try {
    return { plan, who: await act(context, plan, verified) };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    // If that fails too, the first error says more.
    const again = await lookUpAndDecide(context, verified).catch(() => plan);
    const isRefused = again.do === "refuse" && !isUniqueConflict(error);
    if (isRefused || isSamePlan(again, plan)) throw error;
    context.logger.warn("adapter-overcome", error);
    return (
      (await answerRefused(context, verified, again)) ?? {
        plan: again,
        who: await act(context, again, verified),
      }
    );
  }
}

/** Milliseconds. */
const secondLooks = [50, 200];

/**
 * Without transactions, another process may be between creating the user and linking the account, so the
 * address only seems to be someone else's: it's worth a second look.
 */
async function lookUpAndDecide(context: CompleteContext, verified: Verified): Promise<Plan> {
  const { store } = context;
  let plan = decide(await lookUp(context, verified));
  for (const pause of secondLooks) {
    if (!isEmailOfAnother(plan) || !store || (await store.transactional())) return plan;
    await new Promise((wake) => setTimeout(wake, pause));
    plan = decide(await lookUp(context, verified));
  }
  return plan;
}

/** A plugin's response instead of the error, if an account is refused because of its address. */
async function answerRefused(
  { plugins, forPlugin, callbackUrl: target }: CompleteContext,
  verified: Verified,
  plan: Plan,
): Promise<Outcome | undefined> {
  if (!plugins.refused || !isEmailOfAnother(plan)) return undefined;
  const { callbackUrl = target } = verified;
  const refused = { verified, ownerIsHere: plan.asks === true, callbackUrl };
  for (const one of plugins.refused) {
    const answer = await one.call(await forPlugin(one), refused);
    // Anything else isn't a response, so the error is shown.
    if (isOutcome(answer)) return answer;
  }
  return undefined;
}

async function act(context: CompleteContext, plan: Plan, verified: Verified): Promise<SignedIn> {
  const { store } = context;
  if (plan.do === "refuse") throw refusal(plan.because, verified);
  if (plan.do === "link") await assertFresh(context, String(plan.user.id), verified);
  // First, because if sessions can't be ended now, the address mustn't become proven.
  await endClaimedSessions(context, plan);
  await refuseUnprovenSessions(context, plan);
  if (plan.do !== "trust-flow" && store) return apply({ ...context, store }, plan, verified);
  return signInUnstored(context, verified);
}

/** Whoever was signed in as the user before the address was proven may be someone else. */
async function endClaimedSessions({ endSessions }: CompleteContext, plan: Plan): Promise<void> {
  if (plan.do === "sign-in" && plan.proof === "taken") await endSessions(String(plan.user.id));
}

/** JWT sessions carry that they began unproven, so those started the old way meanwhile are refused, too. */
async function refuseUnprovenSessions(
  { store, refuseUnproven }: CompleteContext,
  plan: Plan,
): Promise<void> {
  if (plan.do !== "sign-in" || plan.proof !== "taken" || !refuseUnproven) return;
  // If the proof can't be stored, the owner's own sessions begin unproven as well.
  if ((await store?.missing(["updateUser"]))?.length === 0) await refuseUnproven(plan.user);
}

const refusals: Readonly<Record<Refusal, string>> = {
  "account-of-another": "This account belongs to a different user than the one signed in.",
  "email-of-another":
    "A user with this email address exists who never signed in with this provider. They can sign in the way they did before, and then link this account.",
  "former-id":
    "The account is stored under its former id, which may belong to someone else by now. To accept it anyway, set `acceptFormerId: true` on the provider; its docs explain the risk.",
  "session-changed":
    "Someone signed in or out in this browser during the sign-in, so it's unclear which user the account belongs to.",
};

export function refusal(because: Refusal, { account }: Verified): Error {
  const details = { provider: account.provider, reason: because };
  return account.type === "webauthn"
    ? new AccountNotLinked(refusals[because], details)
    : new OAuthAccountNotLinked(refusals[because], details);
}
