import { coreOf } from "../../core/actions/plugin-context.js";
import { AuthError } from "../../core/errors/errors.js";
import type {
  Context,
  Parked,
  Passed,
  Pending,
  Resolved,
  StoredRuntime,
} from "../../core/plugin.js";
import { partsOf } from "../../core/plugins/runtime.js";
import type { SignedIn } from "../../types/hooks.js";
import type { Store } from "../../types/store.js";
import { hasSecondFactor, secondFactorsOf, takesTwoFactors } from "./factors.js";
import { isKnownBrowser } from "./known-browser.js";
import type { TwoFactorDeps } from "./options.js";
import { openStep } from "./row.js";
import { readRow } from "./table.js";

/** Seconds for which a sign-in waits for the second factor. */
const waits = 10 * 60;

/** Decides, for every sign-in, whether another factor is needed. */
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

/** Whether a step-up takes both factors: the user has two, and signing in takes two. */
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
 * Whether a remembered browser replaces the second factor. It does for a sign-in, but not for a
 * step-up: a user who is already signed in proves both factors.
 */
async function isSkipped(context: Context, userId: string, data: string): Promise<boolean> {
  const step = await openStep(coreOf(context).keys, userId, data);
  if (!step || !(await isKnownBrowser(context, { userId, id: step.id }))) return false;
  return (await context.signedInAs()) !== userId;
}

/**
 * The pending sign-in that a passkey completes: begun another way, in this browser, by the same
 * user.
 */
async function firstOf(context: Context, { user, account }: SignedIn): Promise<Pending | null> {
  if (account.type !== "webauthn") return null;
  const first = await context.pending();
  if (!first || first.account.type === "webauthn") return null;
  return String(first.user.id) === String(user.id) ? first : null;
}

function storeOf({ store }: StoredRuntime): Store {
  if (store) return store;
  throw new AuthError(
    "Two-factor authentication needs an adapter, and none is configured. Set `adapter`.",
  );
}
