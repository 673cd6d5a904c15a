import type { ActionContext } from "../../core/actions/context.js";
import { FreshSignInRequired } from "../../core/errors/errors.js";
import { attempt, whoIs } from "../../core/events/attempt.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { updateSessionOf } from "../../core/actions/session.js";
import { prefersJson } from "../../core/http/page-or-json.js";
import { badRequest } from "../../core/http/request-problem.js";
import { homeOf, withQuery } from "../../core/http/urls.js";
import { sessionOf } from "../../core/linking/credentials-changed.js";
import { changeProfile, readProfile } from "../../core/linking/change-profile.js";
import { exportUser } from "../../core/linking/export-user.js";
import { removeMethod, type Removal } from "../../core/linking/remove-method.js";
import { renamePasskey } from "../../core/linking/sign-in-methods.js";
import { passkeyName } from "../../core/passkeys/notes.js";
import { endAll, endOne } from "../../core/sessions/devices.js";
import { linkToSignedIn } from "../../core/sign-in/complete.js";
import { stateKey } from "../../core/state/key.js";
import { freshness } from "../../core/step-up/step-up.js";
import type { AccountAct } from "../../types/account-page.js";
import { editableFields, type AccountPageOptions } from "./options.js";
import { forgetPending, pendingLasts, readPending } from "./pending-account.js";
import { accountUrl, accountUserOf, signInFirst, type AccountUser } from "./user.js";

/** "done", or the reason why nothing was changed. */
type Result = "done" | keyof typeof statuses | Outcome;

interface Change {
  /**
   * The action changes how the user signs in, so someone who merely found the browser open mustn't
   * run it.
   */
  readonly asksForProof: boolean;
  readonly do: (
    context: ActionContext,
    person: AccountUser,
    options: AccountPageOptions,
  ) => Promise<Result>;
}

const changes: Readonly<Record<AccountAct, Change>> = {
  unlink: {
    asksForProof: true,
    do: (context, person) => {
      const [provider, account] = [need(context, "provider"), need(context, "account")];
      return removal(context, person, { kind: "account", provider, account });
    },
  },
  "remove-passkey": {
    asksForProof: true,
    do: (context, person) => removal(context, person, { kind: "passkey", id: need(context, "id") }),
  },
  "rename-passkey": { asksForProof: false, do: rename },
  link: { asksForProof: true, do: link },
  "link-pending": { asksForProof: true, do: linkPending },
  "end-session": { asksForProof: false, do: endSession },
  "end-others": { asksForProof: false, do: endOthers },
  profile: { asksForProof: false, do: editProfile },
  export: { asksForProof: true, do: download },
  delete: { asksForProof: true, do: remove },
};

/** `POST account/{act}`. */
export async function changeAccount(
  context: ActionContext,
  name: AccountAct,
  options: AccountPageOptions,
): Promise<Outcome> {
  const person = await accountUserOf(context);
  if (!person) return signInFirst(context);
  const change = changes[name];
  const fresh = change.asksForProof
    ? await freshness(context, { callbackUrl: accountUrl(context) })
    : { ok: true as const };
  if (!fresh.ok) return proveFirst(context, fresh.url);
  return answer(context, name, await change.do(context, person, options));
}

function proveFirst(context: ActionContext, url: string): Outcome {
  if (!prefersJson(context.headers)) return redirectTo(url);
  return json({ error: FreshSignInRequired.type, url }, 403);
}

const statuses = {
  LastWay: 409,
  NotFound: 404,
  NotAllowed: 403,
  InvalidName: 400,
  InvalidProfile: 400,
  TooOften: 429,
} as const;

function answer(context: ActionContext, act: AccountAct, result: Result): Outcome {
  if (typeof result === "object") return result;
  if (prefersJson(context.headers)) {
    return result === "done" ? json({ done: act }) : json({ error: result }, statuses[result]);
  }
  const told = result === "done" ? { done: act } : { error: result };
  return redirectTo(withQuery(accountUrl(context), told));
}

function need({ body }: ActionContext, name: string): string {
  const text = body.text(name);
  if (text === undefined || text === "") throw badRequest(`The form has no \`${name}\`.`);
  return text;
}

async function removal(
  context: ActionContext,
  { user, userId, store }: AccountUser,
  what: Removal,
): Promise<Result> {
  const except = await sessionOf(context, userId);
  const result = await removeMethod({ ...context, store, except }, user, what);
  if (result === "done") return "done";
  return result === "last" ? "LastWay" : "NotFound";
}

/** Renaming a passkey doesn't change who can sign in. */
async function rename(context: ActionContext, { user, store }: AccountUser): Promise<Result> {
  const [id, name] = [need(context, "id"), passkeyName(context.body.text("name") ?? "")];
  if (name === undefined) return "InvalidName";
  const result = await renamePasskey({ flows: context.flows, store }, user, { id, name });
  if (result !== "done") return "NotFound";
  await context.tell?.({ type: "passkey.renamed", ...whoIs(user) });
  return "done";
}

/**
 * Starts linking another provider. Whether linking is allowed is checked now, before the user
 * leaves for it.
 */
async function link(context: ActionContext, { userId }: AccountUser): Promise<Result> {
  const flow = context.flows.get(need(context, "provider"));
  if (!flow?.begin) return "NotFound";
  const { begin } = flow;
  return attempt(context, { provider: flow.id, userId }, () =>
    begin({ ...context, links: true, callbackUrl: accountUrl(context) }),
  );
}

/** Answers the linking question. The pending account is used up either way. */
async function linkPending(context: ActionContext, { userId }: AccountUser): Promise<Result> {
  const { keys, state, callbackUrl, site, flows } = context;
  const pending = await readPending(context);
  forgetPending(context);
  const isYes = need(context, "answer") === "yes";
  if (isYes) {
    const isOurs = pending?.owner === userId && flows.has(pending.verified.account.provider);
    if (!pending || !isOurs) return "NotFound";
    const { id, verified } = pending;
    const key = await stateKey(keys, "pending-account", [id]);
    if (!(await state.first(key, pendingLasts))) return "NotFound";
    await linkToSignedIn(context, { ...verified, beganAs: userId, links: true });
  }
  if (prefersJson(context.headers)) return "done";
  return callbackUrl === homeOf(site) ? "done" : redirectTo(callbackUrl);
}

async function endSession(context: ActionContext, { userId }: AccountUser): Promise<Result> {
  if (!context.registry?.lists) return "NotFound";
  const sessionId = need(context, "id");
  if (!(await endOne(context, sessionId, { userId }))) return "NotFound";
  await context.tell?.({ type: "session.ended", userId, sessionId });
  return "done";
}

async function endOthers(context: ActionContext, { userId }: AccountUser): Promise<Result> {
  if (!context.registry?.lists) return "NotFound";
  await endAll(context, userId, await sessionOf(context, userId));
  await context.tell?.({ type: "session.ended", userId, all: true });
  return "done";
}

/** Rate limit for profile edits and data downloads, per user. */
const often = { most: 20, window: 60 * 60 };

async function isTooOften({ keys, state }: ActionContext, act: AccountAct, userId: string) {
  const key = await stateKey(keys, "account-page", [act, userId]);
  return (await state.countWithin(key, often)) === false;
}

/** Changes name and picture. The session shows them from now on. */
async function editProfile(
  context: ActionContext,
  { user, userId, store }: AccountUser,
  options: AccountPageOptions,
): Promise<Result> {
  const fields = editableFields(options);
  const sent = fields.map((field) => [field, context.body.text(field)] as const);
  const profile = readProfile(Object.fromEntries(sent));
  if (!profile) return "InvalidProfile";
  if (Object.keys(profile).length === 0) return "NotAllowed";
  if (await isTooOften(context, "profile", userId)) return "TooOften";
  if (!((await options.profile?.allow?.({ user, profile })) ?? true)) return "NotAllowed";
  const changed = await changeProfile({ ...context, store }, user, profile);
  await updateSessionOf(context, changed);
  return "done";
}

/** Sends everything that is stored about the user, as a file. */
async function download(
  context: ActionContext,
  { user, userId, store }: AccountUser,
): Promise<Result> {
  if (await isTooOften(context, "export", userId)) return "TooOften";
  const stored = await exportUser({ ...context, store }, user, context.now);
  await context.tell?.({ type: "user.exported", ...whoIs(user) });
  const headers = { "content-disposition": 'attachment; filename="account.json"' };
  return { ...json(stored), headers };
}

async function remove(
  context: ActionContext,
  { user, userId, store }: AccountUser,
): Promise<Result> {
  const { callbacks, sessions, jar, cookies, now, site } = context;
  if (!callbacks.deleteUser) return "NotAllowed";
  if (context.body.text("confirm") !== "yes") throw badRequest("The form has no `confirm`.");
  if (!(await callbacks.deleteUser({ user }))) return "NotAllowed";
  // Ends sessions first: once the user is deleted, they can't be found by user any more.
  await context.endSessions(userId);
  await store.deleteUser(userId);
  await context.tell?.({ type: "user.deleted", ...whoIs(user) });
  // The session row may have been deleted with the user. The cookie is removed either way.
  await sessions.end({ jar, cookie: cookies.session, now }).catch(() => undefined);
  jar.clear(cookies.proof);
  return prefersJson(context.headers) ? json({ done: "delete" }) : redirectTo(homeOf(site));
}
