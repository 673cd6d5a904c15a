import { coreOf } from "../../core/actions/plugin-context.js";
import { asError } from "../../core/errors/as-error.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { changePasskeyNote, type PasskeyNote } from "../../core/passkeys/notes.js";
import type { Context, Refused, Resolved, UsedPasskey } from "../../core/plugin.js";
import { isPendingFor, keepRefused, questionUrl } from "./pending-account.js";

/** Keeps the refused account for its owner, and asks at once if they are signed in. */
export async function refused(
  context: Context,
  { verified, ownerIsHere, callbackUrl }: Refused,
): Promise<Outcome | undefined> {
  const { store, site } = context;
  const isKept = store !== null && (await keepRefused({ ...coreOf(context), store }, verified));
  return isKept && ownerIsHere ? redirectTo(questionUrl(site, callbackUrl)) : undefined;
}

/**
 * Asks the user who has just signed in whether the account that waits in this browser is theirs.
 */
export async function next(
  context: Context,
  { who, callbackUrl }: Resolved,
): Promise<string | undefined> {
  const isAsked = await isPendingFor(coreOf(context), String(who.user.id));
  return isAsked ? questionUrl(context.site, callbackUrl) : undefined;
}

/**
 * Stores when a passkey was created or used. The user is signed in even if that can't be written.
 */
export async function passkey(
  { store, app, now }: Pick<Context, "store" | "app" | "now">,
  { id, userId, isNew }: UsedPasskey,
): Promise<void> {
  const time = new Date(now).toISOString();
  const change = (note: PasskeyNote): PasskeyNote =>
    isNew ? { createdAt: time } : { ...note, lastUsedAt: time };
  try {
    if (store) await changePasskeyNote(store, { userId, id }, change);
  } catch (error) {
    app.logger.error("AdapterError", asError(error));
  }
}
