import type { ActionContext } from "../../core/actions/context.js";
import { coreOf } from "../../core/actions/plugin-context.js";
import { FreshSignInRequired } from "../../core/errors/errors.js";
import { notFound } from "../../core/http/request-problem.js";
import type { Context, Pending } from "../../core/plugin.js";
import type { ProviderType } from "../../types/account.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { hasSecondFactor, isRequired, secondFactorsOf, type SecondFactors } from "./factors.js";
import type { TwoFactorDeps } from "./options.js";

/** A request to a route of the plugin. */
export interface StepContext extends ActionContext {
  readonly deps: TwoFactorDeps;
  readonly store: Store;
  /** The plugin's context of the request. */
  readonly plugin: Context;
}

export function stepContext(context: Context, deps: TwoFactorDeps): StepContext {
  const core = coreOf(context);
  const { store } = core;
  if (!store) throw notFound();
  return { ...core, store, deps, plugin: context };
}

/** The user whose second factors are shown or changed. */
export interface TwoFactorUser {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly factors: SecondFactors;
  /** Set if the sign-in waits for the second factor. */
  readonly pending?: Pending;
}

/** The user who has proven the first factor in this browser. */
export async function firstStepIn(context: StepContext): Promise<TwoFactorUser | undefined> {
  const pending = await context.plugin.pending();
  if (!pending) return undefined;
  const person = await twoFactorUserOf(context, String(pending.user.id), pending.account.type);
  return person && { ...person, pending };
}

export async function signedInHere(context: StepContext): Promise<TwoFactorUser | undefined> {
  const id = await context.signedInAs();
  return id === null ? undefined : twoFactorUserOf(context, id);
}

async function twoFactorUserOf(
  context: StepContext,
  id: string,
  first?: ProviderType,
): Promise<TwoFactorUser | undefined> {
  const user = await context.store.getUser(id);
  if (!user) return undefined;
  const userId = String(user.id);
  return { user, userId, factors: await secondFactorsOf(context, userId, first) };
}

/**
 * Whether the user may set up a second factor before they are signed in: it is required, and they
 * have none.
 */
export async function mustSetUp({ deps }: StepContext, person: TwoFactorUser): Promise<boolean> {
  const { pending, factors, user } = person;
  const hasNone = factors.row === null && !hasSecondFactor(factors);
  return pending !== undefined && hasNone && isRequired(deps, user);
}

/**
 * Requires a recent sign-in, so that someone who merely found the browser open can't change what
 * protects the account.
 */
export async function assertFresh(context: StepContext, { userId }: TwoFactorUser): Promise<void> {
  if (await context.isFresh(userId)) return;
  const { jar, cookies, plugin } = context;
  jar.set(cookies.callbackUrl, plugin.url("second-step", "settings"));
  throw new FreshSignInRequired(
    "Changing two-factor authentication requires a sign-in within the last ten minutes, with both factors if the user has two.",
  );
}
