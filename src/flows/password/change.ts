import { CredentialsSignin, FreshSignInRequired } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { FlowContext, Screen, Verified } from "../flow.js";
import { storeOf } from "../mail/desk.js";
import { screen } from "./acts.js";
import type { Desk } from "./desk.js";
import { hashOf, isRight } from "./keep.js";
import { endSessions } from "./proof.js";
import { choose } from "./rules.js";
import { verifiedAs } from "./sign-in.js";
import { changedNotice } from "./notices.js";
import { readPassword, replacePassword, type StoredPassword } from "./table.js";

interface Here {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly stored: StoredPassword | null;
}

/** `GET password/change`: another password, or a first one. */
export async function showChange(desk: Desk, context: FlowContext): Promise<Screen | Outcome> {
  const here = await whoIsHere(context);
  if (!here) return signInFirst(context);
  await assertFresh(context, here);
  return changeScreen(desk, here);
}

/**
 * `POST password/change`. A user with a password types it, one without must have signed in recently; with a second
 * factor, both factors recently. All sessions end, and this browser gets a new one.
 */
export async function change(
  desk: Desk,
  context: FlowContext,
): Promise<Verified | Screen | Outcome> {
  const here = await whoIsHere(context);
  if (!here) return signInFirst(context);
  const { user, userId, stored } = here;
  await assertFresh(context, here);
  // Somebody else may have the address: a password would be theirs as soon as they proved it.
  if (!user.emailVerified) return changeScreen(desk, here, "AddressNotProven");
  const { body } = context;
  if (stored) {
    const password = body.text("current") ?? "";
    if (!(await isRight(desk, context, { password, stored }))) throw wrongPassword(desk);
  }
  const chosen = await choose(desk, context, { typed: body.text("password"), email: user.email });
  if (chosen.fault) return changeScreen(desk, here, chosen.fault);
  const hash = await hashOf(desk, context, chosen.password);
  const store = storeOf(context);
  // Only where it is still the one that was told: of two changes at once, one is made.
  const isReplaced = await replacePassword(store.records, { userId, hash, former: stored });
  if (!isReplaced) throw wrongPassword(desk);
  await endSessions(store, userId);
  return { ...verifiedAs(desk, user), newPassword: { notice: await changedNotice(context) } };
}

function changeScreen(desk: Desk, { stored, user }: Here, error?: string): Screen {
  const asksForPassword = stored !== null;
  return screen(desk, { screen: "change", asksForPassword, email: user.email, error });
}

function wrongPassword({ provider }: Desk): CredentialsSignin {
  return new CredentialsSignin("The password is not the one that is stored.", {
    provider: provider.id,
  });
}

async function whoIsHere(context: FlowContext): Promise<Here | undefined> {
  const id = await context.signedInAs();
  const store = storeOf(context);
  const user = id === null ? null : await store.getUser(id);
  if (!user) return undefined;
  const userId = String(user.id);
  return { user, userId, stored: await readPassword(store.records, userId) };
}

function changeUrl({ site }: FlowContext): string {
  return actionUrl(site, "password", "change");
}

function signInFirst(context: FlowContext): Outcome {
  const callbackUrl = changeUrl(context);
  return redirectTo(
    withQuery(actionUrl(context.site, "signin"), { callbackUrl, error: "SessionRequired" }),
  );
}

async function assertFresh(context: FlowContext, { userId, stored }: Here): Promise<void> {
  if (await context.isFresh(userId, { withPassword: stored !== null })) return;
  context.jar.set(context.cookies.callbackUrl, changeUrl(context));
  throw new FreshSignInRequired(
    "Setting a first password, or any password if the user has a second factor, takes a sign-in within the last ten minutes, with both factors if the user has two.",
  );
}
