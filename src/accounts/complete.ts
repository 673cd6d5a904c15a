import type { Verified } from "../flows/flow.js";
import type { Outcome } from "../http/outcome.js";
import { once } from "../once.js";
import type { AdapterUser } from "../types/adapter.js";
import type { SignInCallbackParams } from "../types/callbacks.js";
import type { SignedIn } from "../types/hooks.js";
import { whoIs } from "./attempt.js";
import { beginSession, sessionContext, type Beginning } from "./begin.js";
import { byItsWord } from "./by-its-word.js";
import type { CompleteContext } from "./context.js";
import { isAsked } from "./fresh.js";
import { passGate } from "./gate.js";

export type { CompleteContext } from "./context.js";

const settling = once(() => import("./settle.js"));

/** What decides whose an account is. Null where nobody is stored: then there is nothing to decide. */
async function decider({ store }: CompleteContext, { trust }: Verified) {
  return store && trust !== "none" ? settling() : null;
}

/**
 * The one end of every sign-in, whatever the flow: ask the application, find or make the user, start
 * the session, tell the event, go on.
 */
export async function completeSignIn(
  context: CompleteContext,
  verified: Verified,
): Promise<Outcome> {
  const deciding = await decider(context, verified);
  // Where nobody asks who it would be, it is looked up once, when it is decided.
  const isOfInterest = context.callbacks.signIn !== null || isAsked(context);
  const known = deciding && isOfInterest ? await deciding.findPerson(context, verified) : null;
  const ask = isAsked(context)
    ? await (await import("./asked.js")).answer(context, verified, deciding ? known : verified.user)
    : null;
  const { provider } = verified.account;
  const expected = { provider, ...whoIs(deciding ? known : verified.user) };
  context.identified?.(expected);
  const elsewhere = await passGate(context, gateParams(verified, known), expected);
  if (elsewhere) return elsewhere;
  const settled = deciding
    ? await deciding.settleInTurn(context, verified)
    : { who: await byItsWord(context, verified), goesOn: false };
  const callbackUrl = verified.callbackUrl ?? context.callbackUrl;
  if ("kind" in settled) return settled;
  const { who, goesOn } = settled;
  context.identified?.(whoIs(who.user));
  return letIn(context, { who, ask, callbackUrl, goesOn }, verified);
}

/** The user is known, and the application has agreed. */
async function letIn(
  context: CompleteContext,
  beginning: Beginning,
  verified: Verified,
): Promise<Outcome> {
  const { who } = beginning;
  await tellPasskey(context, verified, who);
  if (verified.newPassword) await afterNewPassword(context, who, verified.newPassword);
  const { host, plugins } = context;
  if (beginning.goesOn || !plugins.stages || !host) return beginSession(context, beginning);
  return host.passStages(context, { ...beginning, verified, passed: [] });
}

/** Links an account to the user who is signed in, as whom this goes on. */
export async function linkToSignedIn(context: CompleteContext, verified: Verified): Promise<void> {
  const { refusal, settleInTurn } = await settling();
  const settled = await settleInTurn(context, verified);
  // Who links was asked already, and must never be told that it is done where it is not.
  if ("kind" in settled) throw refusal("email-of-another", verified);
  const { who, goesOn } = settled;
  await tellPasskey(context, verified, who);
  if (goesOn) await context.sessions.goOn(sessionContext(context), who);
}

/** Plugins learn of each passkey that was made or used. */
async function tellPasskey(
  { plugins, forPlugin }: CompleteContext,
  { passkey, usedPasskey: id = passkey?.credentialID }: Verified,
  { user }: SignedIn,
): Promise<void> {
  if (!plugins.passkey || id === undefined) return;
  const used = { id, userId: String(user.id), isNew: passkey !== undefined };
  for (const one of plugins.passkey) await one.call(await forPlugin(one), used);
}

async function afterNewPassword(
  context: CompleteContext,
  who: SignedIn,
  { notice }: NonNullable<Verified["newPassword"]>,
): Promise<void> {
  const userId = String(who.user.id);
  await context.tell?.({ type: "password.changed", userId, provider: who.account.provider });
  // Nobody can be signed in yet as a user who is made just now.
  if (who.isNewUser) return;
  await (await import("./credentials-changed.js")).credentialsChanged(context, { userId });
  if (context.plugins.stages) await context.host?.endParked(context, userId);
  await context.tellOwner?.(who.user, notice);
}

function gateParams(verified: Verified, known: AdapterUser | null): SignInCallbackParams {
  const { user, account, profile, credentials } = verified;
  return {
    user: known ?? user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
  };
}
