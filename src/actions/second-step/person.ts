import { isRequired } from "../../accounts/second-step.js";
import { FreshSignInRequired } from "../../errors.js";
import { notFound } from "../../http/problem.js";
import { actionUrl } from "../../http/urls.js";
import { forgetBrowser } from "../../second-step/known-browser.js";
import { hasFirstStep, readFirstStep, type Pending } from "../../second-step/pending.js";
import type { SecondStepDeps } from "../../second-step/deps.js";
import { isFresh, readProof } from "../../sessions/fresh.js";
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
  /** Their row, sealed. */
  readonly data: string | null;
  /** They have taken the first step and must set up the second to get in. */
  readonly pending?: Pending;
}

/** Whoever has taken the first step in this browser. */
export async function firstStepIn(context: StepContext): Promise<Person | undefined> {
  const pending = hasFirstStep(context) ? await readFirstStep(context) : undefined;
  const person = pending && (await personOf(context, pending.userId));
  return person && { ...person, pending };
}

/** Whoever is signed in. */
export async function signedInHere(context: StepContext): Promise<Person | undefined> {
  const id = await context.signedInAs();
  return id === null ? undefined : personOf(context, id);
}

async function personOf({ store }: StepContext, id: string): Promise<Person | undefined> {
  const user = await store.getUser(id);
  if (!user) return undefined;
  const userId = String(user.id);
  return { user, userId, data: await store.getSecondStep(userId) };
}

/** Whether the person may set one up before they are signed in: they must have one, and have none. */
export async function mustSetUp({ deps }: StepContext, person: Person): Promise<boolean> {
  return person.pending !== undefined && person.data === null && isRequired(deps, person.user);
}

/**
 * Whoever merely found a browser open, or knows the password and sits at a browser that is not asked, must
 * not change what protects its owner.
 */
export async function assertFreshFor(context: StepContext, person: Person): Promise<void> {
  const { jar, cookies, keys, now, site } = context;
  const { userId, data } = person;
  const proof = await readProof({ jar, cookie: cookies.proof, keys, now }, userId);
  const isWhole = data === null || !proof?.inKnownBrowser;
  if (isWhole && isFresh(proof, now)) return;
  await forgetBrowser(context, userId);
  jar.set(cookies.callbackUrl, actionUrl(site, "second-step", "settings"));
  throw new FreshSignInRequired(
    "To change the second step, the person must have signed in within the last ten minutes, with both steps where they have two.",
  );
}
