import { CredentialsSignin, FreshSignInRequired } from "../../core/errors/errors.js";
import { because } from "../../core/errors/reason.js";
import type { FlowContext, Screen, Verified } from "../../core/flow.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { actionUrl, withQuery } from "../../core/http/urls.js";
import type { AdapterUser } from "../../types/adapter.js";
import { storeOf } from "../mail/setup.js";
import { screen } from "./acts.js";
import { changedNotice } from "./notices.js";
import { endSessions } from "./proof.js";
import { choose } from "./rules.js";
import type { PasswordSetup } from "./setup.js";
import { verifiedAs } from "./sign-in.js";
import { hashOf, isRight } from "./stored-hash.js";
import { readPassword, replacePassword, type StoredPassword } from "./table.js";

interface Here {
  readonly user: AdapterUser;
  readonly userId: string;
  readonly stored: StoredPassword | null;
}

/** `GET password/change`: change the password, or set a first one. */
export async function showChange(
  setup: PasswordSetup,
  context: FlowContext,
): Promise<Screen | Outcome> {
  const here = await whoIsHere(context);
  if (!here) return signInFirst(context);
  await assertFresh(context, here);
  return changeScreen(setup, here);
}

/**
 * `POST password/change`. A user with a password types it, one without must have signed in recently; with
 * 2FA, with both factors. All sessions end, and this browser gets a new one.
 */
export async function change(
  setup: PasswordSetup,
  context: FlowContext,
): Promise<Verified | Screen | Outcome> {
  const here = await whoIsHere(context);
  if (!here) return signInFirst(context);
  const { user, userId, stored } = here;
  await assertFresh(context, here);
  // The address may be someone else's: the password would be theirs as soon as they proved it.
  if (!user.emailVerified) return changeScreen(setup, here, "AddressNotProven");
  const { body } = context;
  if (stored) {
    const password = body.text("current") ?? "";
    if (!(await isRight(setup, context, { password, stored }))) throw wrongPassword(setup);
  }
  const chosen = await choose(setup, context, { typed: body.text("password"), email: user.email });
  if (chosen.fault) return changeScreen(setup, here, chosen.fault);
  const hash = await hashOf(setup, context, chosen);
  const store = storeOf(context);
  // Only if the stored password is still the one that was checked: of two concurrent changes, one succeeds.
  const isReplaced = await replacePassword(store.records, { userId, hash, former: stored });
  if (!isReplaced) throw wrongPassword(setup);
  await endSessions(store, userId);
  return { ...verifiedAs(setup, user), newPassword: { notice: await changedNotice(context) } };
}

function changeScreen(setup: PasswordSetup, { stored, user }: Here, error?: string): Screen {
  const asksForPassword = stored !== null;
  return screen(setup, { screen: "change", asksForPassword, email: user.email, error });
}

function wrongPassword({ provider }: PasswordSetup): CredentialsSignin {
  const details = { provider: provider.id };
  return because(
    "wrong-password",
    new CredentialsSignin("The current password is wrong.", details),
  );
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
    "Setting a first password, or any password if the user has 2FA, requires a sign-in within the last ten minutes, with both factors if the user has two.",
  );
}
