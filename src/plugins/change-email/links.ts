import { sha256 } from "../../core/crypto/sha256.js";
import { whoIs } from "../../core/events/attempt.js";
import type { Outcome } from "../../core/http/outcome.js";
import { withQuery } from "../../core/http/urls.js";
import { changeAddress } from "../../core/linking/change-address.js";
import { isProven } from "../../core/values/proven.js";
import { sessionOf } from "../../core/linking/credentials-changed.js";
import type { Context } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import { tellOldAddress } from "./mail.js";
import { undoLasts, type ChangeEmailDeps } from "./options.js";
import { askPage, donePage, problemPage, type Problem } from "./pages.js";
import {
  newToken,
  pendingChanges,
  readFormer,
  takeFormer,
  takePending,
  type FormerAddress,
  type PendingChange,
} from "./table.js";
import { signInHere, storedContext, userHere, type StoredContext } from "./user.js";

const tokenIn = ({ request: { query, body } }: Context): string =>
  body.text("token") ?? query.text("token") ?? "";

/** `GET change-email/confirm`: only the signed-in user who asked for the change can confirm it. */
export async function askToConfirm(context: Context): Promise<Outcome> {
  const token = tokenIn(context);
  const user = await userHere(context);
  if (!user) return signInHere(context, "confirm", token);
  const found = await findPending(context, user, token);
  if (typeof found === "string") return problemPage(context, found);
  return askPage(context, { act: "confirm", token, email: found.email });
}

/** `POST change-email/confirm`. */
export async function confirm(context: Context, deps: ChangeEmailDeps): Promise<Outcome> {
  const token = tokenIn(context);
  const user = await userHere(context);
  if (!user) return signInHere(context, "confirm", token);
  const found = await findPending(context, user, token);
  const result =
    typeof found === "string" ? found : await confirmed(context, deps, { user, found });
  if (typeof result !== "string") {
    return donePage(context, { done: "changed", email: result.email, next: context.callbackUrl });
  }
  await context.tell({ type: "change-email.refused", reason: result, ...whoIs(user) });
  return problemPage(context, result);
}

async function findPending(
  { records, now }: Context,
  { id }: AdapterUser,
  token: string,
): Promise<PendingChange | Problem> {
  const found = await records.get(pendingChanges, { token: await sha256(token) });
  if (!found || found.expires.getTime() <= now) return "LinkGone";
  return found.userId === String(id) ? found : "WrongAccount";
}

interface Begun {
  readonly user: AdapterUser;
  readonly found: PendingChange;
}

async function confirmed(
  context: Context,
  deps: ChangeEmailDeps,
  { user, found }: Begun,
): Promise<AdapterUser | Problem> {
  const core = storedContext(context);
  const { records, now } = context;
  const token = newToken();
  const former = await formerOf(user, { token, now, lasts: undoLasts(deps.options) });
  const except = await sessionOf(core, found.userId);
  const changed = await changeAddress({ ...core, except }, user, {
    email: found.email,
    emailVerified: new Date(now),
    event: "change-email.confirmed",
    claim: () => takePending(records, found, former),
  });
  if (changed === "unclaimed") return "LinkGone";
  if (changed === "taken") {
    await records.remove(pendingChanges, found.userId, { if: { version: found.version } });
    return "EmailTaken";
  }
  if (former) {
    const url = withQuery(context.url("change-email", "undo"), { token });
    await tellOldAddress(context, deps, { user, url, until: former.expires });
  }
  await context.updateSession(changed);
  return changed;
}

/** The old address, kept for undo if the user has proven it. */
async function formerOf(
  user: AdapterUser,
  { token, now, lasts }: { readonly token: string; readonly now: number; readonly lasts: number },
): Promise<FormerAddress | null> {
  if (!isProven(user) || !user.email || lasts === 0) return null;
  const expires = new Date(now + lasts * 1000);
  const row = { userId: String(user.id), email: user.email, changedAt: new Date(now), expires };
  return { ...row, token: await sha256(token) };
}

/** `GET change-email/undo`: the owner of the old address doesn't have to be signed in. */
export async function askToUndo(context: Context): Promise<Outcome> {
  const token = tokenIn(context);
  const former = await readFormer(context.records, token, context.now);
  if (!former) return problemPage(context, "LinkGone");
  return askPage(context, { act: "undo", token, email: former.email });
}

/** `POST change-email/undo`: restores the old address and ends all of the user's sessions. */
export async function undo(context: Context): Promise<Outcome> {
  const { records, now } = context;
  const core = storedContext(context);
  const former = await readFormer(records, tokenIn(context), now);
  const user = former && (await core.store.getUser(former.userId));
  const undone = user ? await undoneFor(context, core, { user, former }) : "LinkGone";
  if (typeof undone === "string") {
    await context.tell({ type: "change-email.refused", reason: undone, ...whoIs(user) });
    return problemPage(context, undone);
  }
  return donePage(context, { done: "undone", email: undone.email, next: context.url("signin") });
}

async function undoneFor(
  { records, now }: Context,
  core: StoredContext,
  { user, former }: { readonly user: AdapterUser; readonly former: FormerAddress },
): Promise<AdapterUser | Problem> {
  await releaseAddress(core, user, former.email);
  const changed = await changeAddress(core, user, {
    email: former.email,
    emailVerified: new Date(now),
    event: "change-email.undone",
    claim: () => takeFormer(records, former),
  });
  if (changed === "taken") return "EmailTaken";
  return changed === "unclaimed" ? "LinkGone" : changed;
}

/**
 * Someone may have signed up with the old address to block the undo. If they haven't proven it, it
 * goes back to the user who opened the link.
 */
async function releaseAddress(
  { store, events }: StoredContext,
  { id }: AdapterUser,
  email: string,
): Promise<void> {
  const other = await store.getUserByEmail(email);
  if (!other || String(other.id) === String(id) || isProven(other)) return;
  const placeholder = `${newToken().toLowerCase()}@released.invalid`;
  const user = await store.updateUser({ id: other.id, email: placeholder, emailVerified: null });
  await events.updateUser({ user });
}
