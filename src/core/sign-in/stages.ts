import type { SignedIn } from "../../types/hooks.js";
import { AccessDenied, AuthError, Verification } from "../errors/errors.js";
import { because } from "../errors/reason.js";
import { attempt, whoIs, type AttemptHost } from "../events/attempt.js";
import type { Verified } from "../flow.js";
import { isOutcome, redirectTo, type Outcome } from "../http/outcome.js";
import type { Context, Parked, Passed, Pending, Strength } from "../plugin.js";
import type { Bound, BoundStage, Plugins } from "../plugins/folded.js";
import type { SignedInContext } from "../sessions/signed-in.js";
import type { StepUpRequest } from "../step-up/request.js";
import { stepUpRequestOf } from "../step-up/requested.js";
import { isRecord } from "../values/json.js";
import { startSession, type NewSessionContext } from "./new-session.js";
import {
  forgetParked,
  hasParked,
  park,
  takePending,
  type ParkContext,
  type WaitingSignIn,
} from "./parked.js";
import type { SessionStartHost } from "./session-started.js";

export interface StageContext extends NewSessionContext, ParkContext, SignedInContext {
  readonly callbackUrl: string;
  readonly host: (AttemptHost & SessionStartHost) | null;
  readonly plugins: Plugins;
  readonly forPlugin: (bound: Bound) => Promise<Context>;
}

/** A sign-in before its session: the user is known. */
export interface SignInUnderWay extends Strength {
  readonly who: SignedIn;
  readonly ask: StepUpRequest | null;
  readonly callbackUrl: string;
  readonly untilClosed?: boolean | undefined;
  readonly subjects?: readonly string[] | undefined;
  /** Undefined once it was parked. */
  readonly verified?: Verified;
  /** Stages it has passed. */
  readonly passed: readonly string[];
}

/**
 * Takes a sign-in through the plugins' stages to its session, or to the response of the first stage that
 * doesn't pass.
 */
export async function passStages(context: StageContext, signIn: SignInUnderWay): Promise<Outcome> {
  let at = signIn;
  for (const stage of context.plugins.stages ?? []) {
    // A policy runs again each time: the user may have been banned meanwhile.
    if (stage.phase !== "policy" && at.passed.includes(nameOf(stage))) continue;
    const next = await step(context, stage, { at });
    if ("outcome" in next) return next.outcome;
    at = next.at;
  }
  if (hasParked(context)) forgetParked(context);
  const { untilClosed = context.untilClosed ?? false, bothFactors = false } = at;
  const inKnownBrowser = at.weakened === true && !bothFactors;
  return startSession(context, { ...at, untilClosed, bothFactors, inKnownBrowser });
}

/** A plugin got what it parked a sign-in for, so the sign-in resumes. */
export async function resumeSignIn(
  context: StageContext,
  pending: Pending,
  strength: Strength = {},
): Promise<Outcome | null> {
  const { account, user } = pending;
  const about = { provider: account.provider, ...whoIs(user) };
  return attempt(context, about, async () => {
    const parked = await takePending(context, pending);
    if (parked) return goOn(context, parked, strength);
    await context.tell?.({ type: "sign-in.refused", reason: Verification.type, ...about });
    return null;
  });
}

async function goOn(
  context: StageContext,
  parked: WaitingSignIn,
  strength: Strength,
): Promise<Outcome> {
  const { callbackUrl, untilClosed, subjects, userId, by } = parked;
  const ask = await stepUpRequestOf({ ...context, callbackUrl });
  const at = {
    who: await whoOf(context, parked),
    ask: ask?.userId === userId ? ask : null,
    ...{ callbackUrl, untilClosed, subjects, passed: parked.passed },
    bothFactors: parked.bothFactors === true,
    weakened: parked.weakened === true,
  };
  return passStages(context, strengthened(at, strength, by));
}

/** Plugins may also refuse by an error. */
function refusedByPlugin(error: unknown): never {
  throw error instanceof AccessDenied ? because("plugin", error) : error;
}

type Next = { readonly outcome: Outcome } | { readonly at: SignInUnderWay };

async function step(
  context: StageContext,
  stage: BoundStage,
  { at, mayResume = true }: { readonly at: SignInUnderWay; readonly mayResume?: boolean },
): Promise<Next> {
  const result = await ask(context, stage, at).catch(refusedByPlugin);
  if (result.kind === "park") {
    return { outcome: await parkAt(context, at, { by: nameOf(stage), ...result }) };
  }
  if (result.kind !== "passed") {
    const { user, account } = at.who;
    const about = { provider: account.provider, ...whoIs(user), stage: nameOf(stage) };
    await context.tell?.({ type: "sign-in.refused", reason: AccessDenied.type, ...about });
    return { outcome: result };
  }
  const { resumes, ...strength } = result;
  if (!resumes) return { at: strengthened(at, strength, nameOf(stage)) };
  const parked = await takePending(context, resumes);
  if (parked && parked.userId === String(at.who.user.id)) {
    return { outcome: await goOn(context, parked, strength) };
  }
  if (parked || !mayResume) throw garbage(stage, "resumed a sign-in that isn't this user's");
  // It was used meanwhile, so this sign-in is judged by itself.
  return step(context, stage, { at, mayResume: false });
}

async function ask(
  context: StageContext,
  stage: BoundStage,
  { who, verified, callbackUrl }: SignInUnderWay,
): Promise<Passed | Parked | Outcome> {
  const resolved = { who, callbackUrl, ...(verified && { verified }) };
  const result = await stage.call(await context.forPlugin(stage), resolved);
  // JavaScript may return anything, whatever the types say.
  const given: unknown = result;
  if (isOutcome(given) || (isRecord(given) && (given["kind"] === "passed" || isPark(given)))) {
    return result;
  }
  throw garbage(
    stage,
    'returned neither `{ kind: "passed" }`, `{ kind: "park", … }` nor a response',
  );
}

function isPark({ kind, to, seconds }: Readonly<Record<string, unknown>>): boolean {
  return kind === "park" && typeof to === "string" && typeof seconds === "number";
}

function garbage(stage: BoundStage, what: string): AuthError {
  const { plugin, phase } = stage;
  return new AuthError(
    `The stage ${JSON.stringify(phase)} of the plugin ${JSON.stringify(plugin.name)} ${what}, so the user isn't signed in.`,
  );
}

function nameOf({ plugin, phase }: BoundStage): string {
  return `${plugin.name}.${phase}`;
}

function strengthened(at: SignInUnderWay, by: Strength, name: string): SignInUnderWay {
  return {
    ...at,
    bothFactors: at.bothFactors === true || by.bothFactors === true,
    weakened: at.weakened === true || by.weakened === true,
    passed: at.passed.includes(name) ? at.passed : [...at.passed, name],
  };
}

async function parkAt(
  context: StageContext,
  at: SignInUnderWay,
  { by, ...parked }: Parked & { readonly by: string },
): Promise<Outcome> {
  const { who, callbackUrl, passed, bothFactors, weakened, verified } = at;
  const { account, profile, isNewUser, user } = who;
  if (user.id === undefined || !(await context.store?.getUser(String(user.id)))) throw notStored();
  const signIn = {
    ...{ userId: String(user.id), account, callbackUrl, passed, bothFactors, weakened },
    by,
    untilClosed: at.untilClosed ?? context.untilClosed ?? false,
    subjects: at.subjects ?? context.subjects,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
    ...(verified?.trust === "none" && { user }),
  };
  await park(context, signIn, parked);
  return redirectTo(parked.to);
}

/** The user of a resumed sign-in. Throws if they were deleted. */
async function whoOf(
  { store }: StageContext,
  { userId, user, account, profile, isNewUser }: WaitingSignIn,
): Promise<SignedIn> {
  const stored = await store?.getUser(userId);
  if (!stored) throw notStored();
  return {
    user: user ?? stored,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  };
}

function notStored(): AuthError {
  return new AuthError(
    "A plugin wants to ask a user who isn't in the database. Return a stored user from `authorize`, or let the plugin pass this user.",
  );
}
