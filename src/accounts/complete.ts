import type { Verified } from "../flows/flow.js";
import type { Outcome } from "../http/outcome.js";
import { once } from "../once.js";
import type { AdapterUser } from "../types/adapter.js";
import type { SignInCallbackParams } from "../types/config.js";
import type { SignedIn } from "../types/hooks.js";
import { beginSession, sessionContext } from "./begin.js";
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
  const elsewhere = await passGate(context, gateParams(verified, known));
  if (elsewhere) return elsewhere;
  const settled = deciding
    ? await deciding.settleInTurn(context, verified)
    : { who: await byItsWord(context, verified), goesOn: false };
  const callbackUrl = verified.callbackUrl ?? context.callbackUrl;
  if (!settled) return (await import("./pending.js")).askAtOnce(context, callbackUrl);
  const { who, goesOn } = settled;
  await note(context, verified, who);
  const { sid } = verified.profile ?? {};
  const isNamed = context.flows.get(verified.account.provider)?.isIssuer && typeof sid === "string";
  if (isNamed) await context.keeper?.noteAtProvider(verified.account.provider, sid);
  if (verified.newPassword) await afterNewPassword(context, who);
  if (goesOn) return beginSession(context, { who, ask, callbackUrl, goesOn });
  if (!context.secondStep) return beginSession(context, { who, ask, callbackUrl });
  const { askSecondStep } = await import("./second-step.js");
  const judged = await askSecondStep(
    { ...context, deps: context.secondStep },
    { verified, who, callbackUrl },
  );
  return judged.due ? judged.outcome : beginSession(context, { ask, ...judged.beginning });
}

/** Links an account to the user who is signed in, as whom this goes on. */
export async function linkToSignedIn(context: CompleteContext, verified: Verified): Promise<void> {
  const { refusal, settleInTurn } = await settling();
  const settled = await settleInTurn(context, verified);
  // Who links was asked already, and must never be told that it is done where it is not.
  if (!settled) throw refusal("email-of-another", verified);
  const { who, goesOn } = settled;
  await note(context, verified, who);
  if (goesOn) await context.sessions.goOn(sessionContext(context), who);
}

/** The account page tells when each passkey was made, and used. */
async function note(context: CompleteContext, verified: Verified, who: SignedIn): Promise<void> {
  const { accountPage, store } = context;
  const { passkey, usedPasskey: id = passkey?.credentialID } = verified;
  if (!accountPage || !store || id === undefined) return;
  const { notePasskey } = await import("./passkey-notes.js");
  const used = { id, userId: String(who.user.id), isNew: passkey !== undefined };
  await notePasskey({ ...context, store }, used);
}

async function afterNewPassword(context: CompleteContext, who: SignedIn): Promise<void> {
  const userId = String(who.user.id);
  const { endOthers } = await import("./new-password.js");
  await endOthers(context, userId);
  if (context.secondStep) {
    await (await import("./second-step.js")).endFirstSteps(context, userId);
  }
  if (!who.isNewUser) await context.tellOwner?.(who.user, "passwordChanged");
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
