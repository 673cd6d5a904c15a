import { AuthError } from "../errors.js";
import type { Flow, Verified } from "../flows/flow.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { actionUrl, type Site } from "../http/urls.js";
import { isKnownBrowser, type KnownFor } from "../second-step/known-browser.js";
import {
  forgetFirstStep,
  hasFirstStep,
  keepFirstStep,
  readFirstStep,
  type FirstStep,
  type Pending,
  type PendingContext,
} from "../second-step/pending.js";
import type { SecondStepDeps } from "../second-step/deps.js";
import { openStep } from "../second-step/row.js";
import { stateKey } from "../state/key.js";
import type { SignedIn } from "../types/hooks.js";
import type { Store } from "../types/store.js";
import type { Beginning } from "./begin.js";
import { takesTwoFactors } from "./second-factors.js";
import { idInSession, type SignedInContext } from "./signed-in.js";

export interface SecondStepContext extends PendingContext, SignedInContext {
  readonly site: Site;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly untilClosed?: boolean;
  readonly subjects?: readonly string[] | undefined;
  readonly deps: SecondStepDeps;
}

/** Somebody has proven who they are, once. */
interface Proven {
  readonly verified: Verified;
  readonly who: SignedIn;
  readonly callbackUrl: string;
}

type Judged =
  | { readonly due: true; readonly outcome: Outcome }
  | { readonly due: false; readonly beginning: Omit<Beginning, "ask"> };

/**
 * The one place that decides whether somebody is signed in by what they have proven. When a second step is
 * due, all there is of the first is a sealed record in this browser.
 */
export async function askSecondStep(context: SecondStepContext, proven: Proven): Promise<Judged> {
  const { verified, who, callbackUrl } = proven;
  const { id } = who.user;
  const userId = id === undefined ? undefined : String(id);
  const first = await firstOf(context, proven, userId);
  if (first) {
    const { callbackUrl: target, untilClosed, subjects } = first;
    const by = await signedInBy(context, first);
    const beginning = { who: by, callbackUrl: target, untilClosed, subjects };
    return passed({ ...beginning, bothFactors: true });
  }
  if (verified.bothSteps || context.deps.options.except?.includes(who.account.provider)) {
    forgetFirstStep(context);
    return passed({ who, callbackUrl, bothFactors: true });
  }
  const store = storeOf(context);
  const data = userId === undefined ? null : await store.getSecondStep(userId);
  if (!(await takesTwoFactors(context.deps, who.user, { data }))) {
    return passed({ who, callbackUrl });
  }
  if (userId === undefined || !(await store.getUser(userId))) throw notStored();
  const step = data === null ? undefined : await openStep(context.keys, userId, data);
  if (step && (await isSkipped(context, { userId, id: step.id }))) {
    return passed({ who, callbackUrl, inKnownBrowser: true });
  }
  await keepFirstStep(context, recordOf(context, proven, userId));
  return { due: true, outcome: redirectTo(actionUrl(context.site, "second-step")) };
}

function passed(beginning: Omit<Beginning, "ask">): Judged {
  return { due: false, beginning };
}

/**
 * A remembered browser lets its user in with one factor. It isn't proof of the other: a user who is in already
 * signs in to prove who they are, and is asked for both.
 */
async function isSkipped(context: SecondStepContext, known: KnownFor): Promise<boolean> {
  return (await isKnownBrowser(context, known)) && (await idInSession(context)) !== known.userId;
}

/**
 * The first step that a passkey is the second of: one that was taken another way, in this browser, by the
 * same user. It is used up with that.
 */
async function firstOf(
  context: SecondStepContext,
  { who }: Proven,
  userId: string | undefined,
): Promise<Pending | undefined> {
  if (who.account.type !== "webauthn" || !hasFirstStep(context)) return undefined;
  const first = await readFirstStep(context);
  if (first?.userId !== userId || first?.account.type === "webauthn") return undefined;
  return first && (await takeFirstStep(context, first)) ? first : undefined;
}

/** Uses a first step up, and tells whether it could still be used: once, and not after a new password. */
export async function takeFirstStep(
  context: Pick<SecondStepContext, "jar" | "cookies" | "keys" | "state">,
  { key, left, at, userId }: Pending,
): Promise<boolean> {
  const { state } = context;
  forgetFirstStep(context);
  const since = Number((await state.noted(await sinceKey(context, userId))) ?? 0);
  return at >= since && (await state.first(key, left));
}

/** Seconds: longer than a first step can be used. */
const noted = 15 * 60;

/** Somebody has a new password: first steps from before are worth nothing. */
export async function endFirstSteps(
  context: Pick<SecondStepContext, "keys" | "now" | "state">,
  userId: string,
): Promise<void> {
  await context.state.note(await sinceKey(context, userId), String(context.now), noted);
}

function sinceKey({ keys }: Pick<SecondStepContext, "keys">, userId: string): Promise<string> {
  return stateKey(keys, "first-steps-since", [userId]);
}

/** Who signs in, once the second step was taken. Throws when they are gone. */
export async function signedInBy(
  context: Pick<SecondStepContext, "store">,
  { userId, user, account, profile, isNewUser }: FirstStep,
): Promise<SignedIn> {
  const stored = await storeOf(context).getUser(userId);
  if (!stored) throw notStored();
  return {
    user: user ?? stored,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  };
}

function recordOf(
  { untilClosed = false, subjects }: SecondStepContext,
  { verified, who, callbackUrl }: Proven,
  userId: string,
): FirstStep {
  const { account, profile, isNewUser, user } = who;
  return {
    userId,
    account,
    callbackUrl,
    untilClosed,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
    ...(verified.trust === "none" && { user }),
    ...(subjects && { subjects }),
  };
}

function storeOf({ store }: Pick<SecondStepContext, "store">): Store {
  if (store) return store;
  throw new AuthError("A second step needs an adapter, and there is none.");
}

function notStored(): AuthError {
  return new AuthError(
    "A second step is due for a user who is not in the store, so that they can not have one. Let `authorize` return a stored user, or let `secondStep.required` answer no for this one.",
  );
}
