import type { AdapterUser } from "../../types/adapter.js";
import type { SignInCallbackParams } from "../../types/callbacks.js";
import type { SignedIn } from "../../types/hooks.js";
import { once } from "../async/once.js";
import { whoIs } from "../events/attempt.js";
import type { Verified } from "../flow.js";
import type { Outcome } from "../http/outcome.js";
import { credentialsChanged } from "../linking/credentials-changed.js";
import { isStepUpRequested } from "../step-up/proof-cookie.js";
import { answerRequest } from "../step-up/requested.js";
import type { CompleteContext } from "./context.js";
import { startSession, sessionContext, type NewSession } from "./new-session.js";
import { runSignInCallback } from "./sign-in-callback.js";
import { signInUnstored } from "./unstored-user.js";

export type { CompleteContext } from "./context.js";

const accountResolver = once(() => import("#accounts"));

/** Null without an adapter, and for flows whose users the app stores itself: there's no account to resolve. */
async function resolverFor({ store }: CompleteContext, { trust }: Verified) {
  return store && trust !== "none" ? accountResolver() : null;
}

/**
 * Finishes every sign-in, whichever flow verified the user: `signIn` callback, account, stages of plugins,
 * session, redirect.
 */
export async function completeSignIn(
  context: CompleteContext,
  verified: Verified,
): Promise<Outcome> {
  const resolver = await resolverFor(context, verified);
  // Otherwise the user is looked up once, when the account is resolved.
  const needsUser = context.callbacks.signIn !== null || isStepUpRequested(context);
  const known = resolver && needsUser ? await resolver.findUser(context, verified) : null;
  const expected = resolver ? known : verified.user;
  const ask = isStepUpRequested(context) ? await answerRequest(context, verified, expected) : null;
  const about = { provider: verified.account.provider, ...whoIs(expected) };
  context.identified?.(about);
  const elsewhere = await runSignInCallback(context, callbackParams(verified, known), about);
  if (elsewhere) return elsewhere;
  const resolved = resolver
    ? await resolver.resolveAccount(context, verified)
    : { who: await signInUnstored(context, verified), goesOn: false };
  if ("kind" in resolved) return resolved;
  const { who, goesOn } = resolved;
  context.identified?.(whoIs(who.user));
  const callbackUrl = verified.callbackUrl ?? context.callbackUrl;
  return letIn(context, { who, ask, callbackUrl, goesOn }, verified);
}

/** The user is known, and the `signIn` callback has allowed the sign-in. */
async function letIn(
  context: CompleteContext,
  newSession: NewSession,
  verified: Verified,
): Promise<Outcome> {
  const { who } = newSession;
  await tellPasskey(context, verified, who);
  if (verified.newPassword) await afterNewPassword(context, who, verified.newPassword);
  const { host, plugins } = context;
  if (newSession.goesOn || !plugins.stages || !host) return startSession(context, newSession);
  return host.passStages(context, { ...newSession, verified, passed: [] });
}

/** Links an account to the signed-in user and continues as that user. */
export async function linkToSignedIn(context: CompleteContext, verified: Verified): Promise<void> {
  const { refusal, resolveAccount } = await accountResolver();
  const resolved = await resolveAccount(context, verified);
  // The user has already agreed to link: never report success for an account that wasn't linked.
  if ("kind" in resolved) throw refusal("email-of-another", verified);
  const { who, goesOn } = resolved;
  await tellPasskey(context, verified, who);
  if (goesOn) await context.sessions.goOn(sessionContext(context), who);
}

/** Calls the plugins that observe passkeys. */
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
  // A user who was just created has no sessions to end.
  if (who.isNewUser) return;
  await credentialsChanged(context, { userId });
  if (context.plugins.stages) await context.host?.endParked(context, userId);
  await context.tellOwner?.(who.user, notice);
}

function callbackParams(verified: Verified, known: AdapterUser | null): SignInCallbackParams {
  const { user, account, profile, credentials } = verified;
  return {
    user: known ?? user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
  };
}
