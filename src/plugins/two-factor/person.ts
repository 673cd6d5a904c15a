import { coreOf } from "../../actions/plugin-context.js";
import type { ActionContext } from "../../actions/context.js";
import type { Context, Pending } from "../../core/plugin.js";
import { FreshSignInRequired } from "../../errors.js";
import { notFound } from "../../http/problem.js";
import type { ProviderType } from "../../types/account.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { hasSecondFactor, isRequired, secondFactorsOf, type SecondFactors } from "./factors.js";
import type { TwoFactorDeps } from "./options.js";

/** A request about second factors. */
export interface StepContext extends ActionContext {
  readonly deps: TwoFactorDeps;
  readonly store: Store;
  /** As plugins see it. */
  readonly plugin: Context;
}

export function stepContext(context: Context, deps: TwoFactorDeps): StepContext {
  const core = coreOf(context);
  const { store } = core;
  if (!store) throw notFound();
  return { ...core, store, deps, plugin: context };
}

/** The user whose second factors it is about. */
export interface Person {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly factors: SecondFactors;
  /** They have proven the first factor, and the sign-in waits for the second. */
  readonly pending?: Pending;
}

/** Whoever has proven the first factor in this browser. */
export async function firstStepIn(context: StepContext): Promise<Person | undefined> {
  const pending = await context.plugin.pending();
  if (!pending) return undefined;
  const person = await personOf(context, String(pending.user.id), pending.account.type);
  return person && { ...person, pending };
}

/** Whoever is signed in. */
export async function signedInHere(context: StepContext): Promise<Person | undefined> {
  const id = await context.signedInAs();
  return id === null ? undefined : personOf(context, id);
}

async function personOf(
  context: StepContext,
  id: string,
  first?: ProviderType,
): Promise<Person | undefined> {
  const user = await context.store.getUser(id);
  if (!user) return undefined;
  const userId = String(user.id);
  return { user, userId, factors: await secondFactorsOf(context, userId, first) };
}

/** Whether the user may set up a second factor before they are signed in: they must have one, and have none. */
export async function mustSetUp({ deps }: StepContext, person: Person): Promise<boolean> {
  const { pending, factors, user } = person;
  const hasNone = factors.row === null && !hasSecondFactor(factors);
  return pending !== undefined && hasNone && isRequired(deps, user);
}

/** Someone who merely found a browser open must not change what protects its owner. */
export async function assertFresh(context: StepContext, { userId }: Person): Promise<void> {
  if (await context.isFresh(userId)) return;
  const { jar, cookies, plugin } = context;
  jar.set(cookies.callbackUrl, plugin.url("second-step", "settings"));
  throw new FreshSignInRequired(
    "Changing two-factor authentication takes a sign-in within the last ten minutes, with both factors if the user has two.",
  );
}
