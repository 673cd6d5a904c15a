import { changePasskeyNote, type PasskeyNote } from "../../accounts/passkey-notes.js";
import { coreOf } from "../../actions/plugin-context.js";
import type { Context, Refused, Resolved, UsedPasskey } from "../../core/plugin.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { asError } from "../../thrown.js";
import { isPendingFor, keepRefused, questionUrl } from "./pending-account.js";

/** Keeps the refused account for its owner, who is asked at once if they are here. */
export async function refused(
  context: Context,
  { verified, ownerIsHere, callbackUrl }: Refused,
): Promise<Outcome | undefined> {
  const { store, site } = context;
  const isKept = store !== null && (await keepRefused({ ...coreOf(context), store }, verified));
  return isKept && ownerIsHere ? redirectTo(questionUrl(site, callbackUrl)) : undefined;
}

/** The question whether the account that waits in this browser belongs to the user who has just signed in. */
export async function next(
  context: Context,
  { who, callbackUrl }: Resolved,
): Promise<string | undefined> {
  const isAsked = await isPendingFor(coreOf(context), String(who.user.id));
  return isAsked ? questionUrl(context.site, callbackUrl) : undefined;
}

/** Keeps when a passkey was made, or used. The user is signed in even if that can't be written. */
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
