import { attempt, whoIs } from "../../accounts/attempt.js";
import { sessionOf } from "../../accounts/credentials-changed.js";
import { endAll, endOne } from "../../accounts/devices.js";
import { freshness } from "../../accounts/step-up.js";
import { linkToSignedIn } from "../../accounts/complete.js";
import { passkeyName } from "../../accounts/passkey-notes.js";
import { removeWay, type Removal } from "../../accounts/remove-way.js";
import { renamePasskey } from "../../accounts/ways.js";
import { FreshSignInRequired } from "../../errors.js";
import { badRequest } from "../../http/problem.js";
import { json, redirectTo, type Outcome } from "../../http/outcome.js";
import { homeOf, withQuery } from "../../http/urls.js";
import { stateKey } from "../../state/key.js";
import type { AccountAct } from "../../types/account-page.js";
import type { ActionContext } from "../../actions/context.js";
import { forgetPending, pendingLasts, readPending } from "./pending-account.js";
import { accountUrl, isProgram, personOf, signInFirst, type Person } from "./person.js";

/** What came of it: done, or why not. */
type Result = "done" | "LastWay" | "NotFound" | "NotAllowed" | "InvalidName" | Outcome;

interface Change {
  /** It changes how the user signs in: someone who merely found the browser open must not. */
  readonly asksForProof: boolean;
  readonly do: (context: ActionContext, person: Person) => Promise<Result>;
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
  delete: { asksForProof: true, do: remove },
};

/** `POST account/{act}`. */
export async function changeAccount(context: ActionContext, name: AccountAct): Promise<Outcome> {
  const person = await personOf(context);
  if (!person) return signInFirst(context);
  const change = changes[name];
  const fresh = change.asksForProof
    ? await freshness(context, { callbackUrl: accountUrl(context) })
    : { ok: true as const };
  if (!fresh.ok) return proveFirst(context, fresh.url);
  return answer(context, name, await change.do(context, person));
}

function proveFirst(context: ActionContext, url: string): Outcome {
  if (!isProgram(context)) return redirectTo(url);
  return json({ error: FreshSignInRequired.type, url }, 403);
}

const statuses = { LastWay: 409, NotFound: 404, NotAllowed: 403, InvalidName: 400 } as const;

function answer(context: ActionContext, act: AccountAct, result: Result): Outcome {
  if (typeof result === "object") return result;
  if (isProgram(context)) {
    return result === "done" ? json({ done: act }) : json({ error: result }, statuses[result]);
  }
  const told = result === "done" ? { done: act } : { error: result };
  return redirectTo(withQuery(accountUrl(context), told));
}

function need({ body }: ActionContext, name: string): string {
  const text = body.text(name);
  if (text === undefined || text === "") throw badRequest(`The form lacks \`${name}\`.`);
  return text;
}

async function removal(
  context: ActionContext,
  { user, userId, store }: Person,
  what: Removal,
): Promise<Result> {
  const except = await sessionOf(context, userId);
  const result = await removeWay({ ...context, store, except }, user, what);
  if (result === "done") return "done";
  return result === "last" ? "LastWay" : "NotFound";
}

/** A passkey's name changes nothing about who gets in. */
async function rename(context: ActionContext, { user, store }: Person): Promise<Result> {
  const [id, name] = [need(context, "id"), passkeyName(context.body.text("name") ?? "")];
  if (name === undefined) return "InvalidName";
  const result = await renamePasskey({ flows: context.flows, store }, user, { id, name });
  if (result !== "done") return "NotFound";
  await context.tell?.({ type: "passkey.renamed", ...whoIs(user) });
  return "done";
}

/** Another sign-in method. Whether it may be added is checked now, not when all is done at the provider. */
async function link(context: ActionContext, { userId }: Person): Promise<Result> {
  const flow = context.flows.get(need(context, "provider"));
  if (!flow?.begin) return "NotFound";
  const { begin } = flow;
  return attempt(context, { provider: flow.id, userId }, () =>
    begin({ ...context, links: true, callbackUrl: accountUrl(context) }),
  );
}

/** The answer to the linking question. It counts once. */
async function linkPending(context: ActionContext, { userId }: Person): Promise<Result> {
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
  if (isProgram(context)) return "done";
  return callbackUrl === homeOf(site) ? "done" : redirectTo(callbackUrl);
}

async function endSession(context: ActionContext, { userId }: Person): Promise<Result> {
  if (!context.registry?.lists) return "NotFound";
  const sessionId = need(context, "id");
  if (!(await endOne(context, sessionId, { userId }))) return "NotFound";
  await context.tell?.({ type: "session.ended", userId, sessionId });
  return "done";
}

async function endOthers(context: ActionContext, { userId }: Person): Promise<Result> {
  if (!context.registry?.lists) return "NotFound";
  await endAll(context, userId, await sessionOf(context, userId));
  await context.tell?.({ type: "session.ended", userId, all: true });
  return "done";
}

async function remove(context: ActionContext, { user, userId, store }: Person): Promise<Result> {
  const { callbacks, sessions, jar, cookies, now, site } = context;
  if (!callbacks.deleteUser) return "NotAllowed";
  if (context.body.text("confirm") !== "yes") throw badRequest("The form lacks `confirm`.");
  if (!(await callbacks.deleteUser({ user }))) return "NotAllowed";
  // First: once the user is gone nobody could say any more whose they were.
  await context.endSessions(userId);
  await store.deleteUser(userId);
  await context.tell?.({ type: "user.deleted", ...whoIs(user) });
  // Its row may be gone with the user; the cookie goes either way.
  await sessions.end({ jar, cookie: cookies.session, now }).catch(() => undefined);
  jar.clear(cookies.proof);
  return isProgram(context) ? json({ done: "delete" }) : redirectTo(homeOf(site));
}
