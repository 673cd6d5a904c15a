import {
  hasSecondFactor,
  isRequired,
  secondFactorsOf,
  type SecondFactors,
} from "../../accounts/second-factors.js";
import { FreshSignInRequired } from "../../errors.js";
import { notFound } from "../../http/problem.js";
import { actionUrl } from "../../http/urls.js";
import { hasFirstStep, readFirstStep, type Pending } from "../../second-step/pending.js";
import type { SecondStepDeps } from "../../second-step/deps.js";
import type { ProviderType } from "../../types/account.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import type { ActionContext } from "../context.js";

/** A request about second steps, where there are any. */
export interface StepContext extends ActionContext {
  readonly deps: SecondStepDeps;
  readonly store: Store;
}

export function stepContext(context: ActionContext): StepContext {
  const { secondStep, store } = context;
  if (!secondStep || !store) throw notFound();
  return { ...context, store, deps: secondStep };
}

/** Somebody whose second step it is about. */
export interface Person {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly factors: SecondFactors;
  /** They have taken the first step and must set up the second to get in. */
  readonly pending?: Pending;
}

/** Whoever has taken the first step in this browser. */
export async function firstStepIn(context: StepContext): Promise<Person | undefined> {
  const pending = hasFirstStep(context) ? await readFirstStep(context) : undefined;
  const person = pending && (await personOf(context, pending.userId, pending.account.type));
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
  const hasNone = factors.data === null && !hasSecondFactor(factors);
  return pending !== undefined && hasNone && isRequired(deps, user);
}

/** Someone who merely found a browser open must not change what protects its owner. */
export async function assertFresh(context: StepContext, { userId }: Person): Promise<void> {
  if (await context.isFresh(userId)) return;
  const { jar, cookies, site } = context;
  jar.set(cookies.callbackUrl, actionUrl(site, "second-step", "settings"));
  throw new FreshSignInRequired(
    "Changing two-factor authentication takes a sign-in within the last ten minutes, with both factors if the user has two.",
  );
}
