import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from "../errors.js";
import { foldAddress } from "../flows/address.js";
import type { Verified } from "../flows/flow.js";
import { isOutcome, type Outcome } from "../http/outcome.js";
import type { AdapterUser } from "../types/adapter.js";
import type { SignedIn } from "../types/hooks.js";
import { byItsWord } from "./by-its-word.js";
import type { CompleteContext } from "./context.js";
import { assertFresh } from "./fresh.js";
import { lookUp } from "./look-up.js";
import { isLostRace } from "./lost-race.js";
import {
  isEmailOfAnother,
  isSamePlan,
  ownerOf,
  resolve,
  type Plan,
  type Refusal,
} from "./resolve.js";
import { inTurn } from "./serialise.js";

/** The user as whom this would sign in, as far as the store knows one. */
export async function findPerson(
  context: CompleteContext,
  verified: Verified,
): Promise<AdapterUser | null> {
  const facts = await lookUp(context, verified);
  return verified.trust === "email-owner" ? facts.emailOwner : ownerOf(facts);
}

/** What was decided, and done. */
interface Decided {
  readonly who: SignedIn;
  /** An account was linked to the user who is signed in: their session goes on. */
  readonly goesOn: boolean;
}

/**
 * Decides whose the account is, and acts on it, when all before it that is about the same person is done.
 * Where linking is refused, a plugin may answer instead.
 */
export async function settleInTurn(
  context: CompleteContext,
  verified: Verified,
): Promise<Decided | Outcome> {
  const keys = [accountKey(verified), emailKey(verified)].filter((key) => key !== undefined);
  const settled = await inTurn(context.keys, keys, () => settle(context, verified));
  if ("kind" in settled) return settled;
  const { who, plan } = settled;
  // Once more, now that nobody can start another one the old way.
  await endTaken(context, plan);
  return { who, goesOn: plan.do === "link" };
}

function accountKey({ account }: Verified): string {
  return `account ${account.provider} ${account.providerAccountId}`;
}

function emailKey({ user }: Verified): string | undefined {
  return user.email ? `email ${foldAddress(user.email)}` : undefined;
}

interface Settled {
  readonly who: SignedIn;
  readonly plan: Plan;
}

/**
 * Decides and acts. When the store refuses, another process may have created the same user in the
 * meantime: then there is a new decision to make. A fault is told as a fault, whatever it left behind.
 */
async function settle(context: CompleteContext, verified: Verified): Promise<Settled | Outcome> {
  const plan = await decide(context, verified);
  const answer = await answerRefused(context, verified, plan);
  if (answer) return answer;
  try {
    return { plan, who: await act(context, plan, verified) };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    // Where that fails too, the first error tells more.
    const again = await decide(context, verified).catch(() => plan);
    const isRefused = again.do === "refuse" && !isLostRace(error);
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
 * Without transactions another process may be between creating the user and linking the account, so
 * that the address seems to be somebody else's: then it is worth a second look.
 */
async function decide(context: CompleteContext, verified: Verified): Promise<Plan> {
  const { store } = context;
  let plan = resolve(await lookUp(context, verified));
  for (const pause of secondLooks) {
    if (!isEmailOfAnother(plan) || !store || (await store.transactional())) return plan;
    await new Promise((wake) => setTimeout(wake, pause));
    plan = resolve(await lookUp(context, verified));
  }
  return plan;
}

/** What a plugin answers in place of the error, where an account is refused for its address. */
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
    // Anything else that JavaScript may return is no answer: the error is.
    if (isOutcome(answer)) return answer;
  }
  return undefined;
}

async function act(context: CompleteContext, plan: Plan, verified: Verified): Promise<SignedIn> {
  const { store } = context;
  if (plan.do === "refuse") throw refusal(plan.because, verified);
  if (plan.do === "link") await assertFresh(context, String(plan.user.id), verified);
  // First: what can not be ended now is not to be forgotten once the address counts as proven.
  await endTaken(context, plan);
  await refuseTaken(context, plan);
  if (plan.do !== "trust-flow" && store) {
    const { apply } = await import("./apply.js");
    return apply({ ...context, store }, plan, verified);
  }
  return byItsWord(context, verified);
}

/** Whoever was signed in as the user before its address was proven may be somebody else. */
async function endTaken({ endSessions }: CompleteContext, plan: Plan): Promise<void> {
  if (plan.do === "sign-in" && plan.proof === "taken") await endSessions(String(plan.user.id));
}

/** Sessions that are cookies carry that they began unproven: whoever signs in the old way meanwhile is refused, too. */
async function refuseTaken({ store, refuseUnproven }: CompleteContext, plan: Plan): Promise<void> {
  if (plan.do !== "sign-in" || plan.proof !== "taken" || !refuseUnproven) return;
  // Where the proof can't be stored, the owner's own sessions begin unproven as well.
  if ((await store?.missing(["updateUser"]))?.length === 0) await refuseUnproven(plan.user);
}

const refusals: Readonly<Record<Refusal, string>> = {
  "account-of-another": "This account belongs to another user than the one signed in.",
  "email-of-another":
    "There is a user with this e-mail address who never signed in with this provider. They can sign in the way they did before and link this account then.",
  "former-id":
    "The account is stored under an id that it had before, which may be somebody else's by now. If you want to let its owner in by that, set `acceptFormerId: true` on the provider; its documentation says what that means.",
  "session-changed":
    "Somebody signed in or out in this browser while the sign-in was under way, so that it is not clear whose account this is to be.",
};

export function refusal(because: Refusal, { account }: Verified): Error {
  const details = { provider: account.provider, reason: because };
  return account.type === "webauthn"
    ? new AccountNotLinked(refusals[because], details)
    : new OAuthAccountNotLinked(refusals[because], details);
}
