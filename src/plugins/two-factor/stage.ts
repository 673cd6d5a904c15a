import { coreOf } from "../../actions/plugin-context.js";
import type {
  Context,
  Parked,
  Passed,
  Pending,
  Resolved,
  StoredRuntime,
} from "../../core/plugin.js";
import { partsOf } from "../../core/plugins/runtime.js";
import { AuthError } from "../../errors.js";
import type { SignedIn } from "../../types/hooks.js";
import type { Store } from "../../types/store.js";
import { hasSecondFactor, secondFactorsOf, takesTwoFactors } from "./factors.js";
import { isKnownBrowser } from "./known-browser.js";
import type { TwoFactorDeps } from "./options.js";
import { openStep } from "./row.js";
import { readRow } from "./table.js";

/** Seconds for which a sign-in waits for the second factor. */
const waits = 10 * 60;

/** The one place that decides whether what a user has proven is enough. */
export async function prove(
  context: Context,
  deps: TwoFactorDeps,
  { who, verified }: Resolved,
): Promise<Passed | Parked> {
  const { id } = who.user;
  const userId = id === undefined ? undefined : String(id);
  const first = await firstOf(context, who);
  if (first) return { kind: "passed", bothFactors: true, resumes: first };
  if (verified?.bothSteps || deps.options.except?.includes(who.account.provider)) {
    return { kind: "passed", bothFactors: true };
  }
  const row = userId === undefined ? null : await readRow(context.records, userId);
  if (!(await takesTwoFactors(deps, who.user, { row }))) return { kind: "passed" };
  if (userId !== undefined && row && (await isSkipped(context, userId, row.data))) {
    const { provider } = who.account;
    await context.tell({ type: "two-factor.skipped", userId, provider });
    return { kind: "passed", weakened: true };
  }
  return { kind: "park", to: context.url("second-step"), seconds: waits };
}

/** Whether a recent proof of this user must hold both factors: they have two, and signing in takes both. */
export async function takesBoth(
  runtime: StoredRuntime,
  deps: TwoFactorDeps,
  userId: string,
): Promise<boolean> {
  const store = storeOf(runtime);
  const user = await store.getUser(userId);
  if (!user) return false;
  const factors = await secondFactorsOf({ ...partsOf(runtime), store }, userId);
  return hasSecondFactor(factors) && takesTwoFactors(deps, user, factors);
}

/**
 * A remembered browser lets its user in with one factor. It isn't proof of the other: a user who is in already
 * signs in to prove who they are, and is asked for both.
 */
async function isSkipped(context: Context, userId: string, data: string): Promise<boolean> {
  const step = await openStep(coreOf(context).keys, userId, data);
  if (!step || !(await isKnownBrowser(context, { userId, id: step.id }))) return false;
  return (await context.signedInAs()) !== userId;
}

/** The sign-in that a passkey is the second factor of: begun another way, in this browser, by the same user. */
async function firstOf(context: Context, { user, account }: SignedIn): Promise<Pending | null> {
  if (account.type !== "webauthn") return null;
  const first = await context.pending();
  if (!first || first.account.type === "webauthn") return null;
  return String(first.user.id) === String(user.id) ? first : null;
}

function storeOf({ store }: StoredRuntime): Store {
  if (store) return store;
  throw new AuthError("Two-factor authentication needs an adapter, and there is none.");
}
