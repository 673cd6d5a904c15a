import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from "../errors.js";
import { foldAddress } from "../flows/address.js";
import type { Flow, NoticeKind, Verified } from "../flows/flow.js";
import type { Outcome } from "../http/outcome.js";
import type { Site } from "../http/urls.js";
import type { Keeper, Sessions } from "../sessions/index.js";
import type { Client } from "../sessions/context.js";
import type { SecondStepDeps } from "../second-step/deps.js";
import type { AuditTold } from "../types/audit.js";
import type { SignInCallbackParams } from "../types/config.js";
import type { Callbacks, Events, SignedIn } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { PagesOptions } from "../types/pages.js";
import type { AdapterUser } from "../types/adapter.js";
import type { User } from "../types/session.js";
import type { Store } from "../types/store.js";
import { beginSession, sessionContext } from "./begin.js";
import { assertFresh, isAsked } from "./fresh.js";
import { passGate } from "./gate.js";
import { lookUp } from "./look-up.js";
import { isLostRace } from "./lost-race.js";
import {
  isEmailOfAnother,
  isSamePlan,
  ownerOf,
  resolve,
  type Facts,
  type Plan,
  type Refusal,
} from "./resolve.js";
import { inTurn } from "./serialise.js";

/** What the end of a sign-in needs. */
export interface CompleteContext {
  readonly site: Site;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  /** Who sent the request. */
  readonly client?: () => Client;
  /** Ends the sessions of a user that are more than rows, where that can be done. */
  readonly endSessions?: (userId: string) => Promise<void>;
  /** The session is to end with the browser. @default false */
  readonly untilClosed?: boolean;
  readonly store: Store | null;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Partial<PagesOptions>;
  readonly logger: LoggerInstance;
  readonly callbackUrl: string;
  /** Writes to the audit trail, where there is one. */
  readonly audit?: ((event: AuditTold) => Promise<void>) | undefined;
  /** Ends sessions. Null when nothing asks for it. */
  readonly keeper?: Keeper | null;
  readonly flows: ReadonlyMap<string, Flow>;
  /** There is an account page. @default false */
  readonly accountPage?: boolean;
  /** Accounts are linked by an act of its own only. @default false */
  readonly explicitLinking?: boolean | undefined;
  /** The browser is to remember which provider was used. @default false */
  readonly lastUsedFirst?: boolean;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
  /** Tells the owner of an account by mail what was done to it. Never throws. */
  readonly tellOwner?: (user: User | AdapterUser, notice: NoticeKind) => Promise<void>;
  /** What asks for a second step. Undefined where nothing does. */
  readonly secondStep?: SecondStepDeps | undefined;
  /** Whether a user had proven in this browser who they are shortly before a moment. @default now */
  readonly isFresh: (userId: string, moment?: number) => Promise<boolean>;
}

/**
 * The one end of every sign-in, whatever the flow: ask the application, find or make the user, start
 * the session, tell the event, go on.
 */
export async function completeSignIn(
  context: CompleteContext,
  verified: Verified,
): Promise<Outcome> {
  const facts = await lookUp(context, verified);
  const ask = isAsked(context)
    ? await (await import("./asked.js")).answer(context, verified, facts)
    : null;
  const elsewhere = await passGate(context, gateParams(verified, facts));
  if (elsewhere) return elsewhere;
  const keys = [accountKey(verified), emailKey(verified)].filter((key) => key !== undefined);
  const settled = await inTurn(context.keys, keys, () => settle(context, verified));
  const callbackUrl = verified.callbackUrl ?? context.callbackUrl;
  if (!settled) return (await import("./pending.js")).askAtOnce(context, callbackUrl);
  const { who, plan } = settled;
  // Once more, now that nobody can start another one the old way.
  await endTaken(context, plan);
  await note(context, verified, who);
  const { sid } = verified.profile ?? {};
  const isNamed = context.flows.get(verified.account.provider)?.isIssuer && typeof sid === "string";
  if (isNamed) await context.keeper?.noteAtProvider(verified.account.provider, sid);
  if (verified.newPassword) await afterNewPassword(context, who);
  if (plan.do === "link") return beginSession(context, { who, ask, callbackUrl, goesOn: true });
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
  const keys = [accountKey(verified), emailKey(verified)].filter((key) => key !== undefined);
  const settled = await inTurn(context.keys, keys, () => settle(context, verified));
  // Who links was asked already, and must never be told that it is done where it is not.
  if (!settled) throw refusal("email-of-another", verified);
  const { who, plan } = settled;
  await note(context, verified, who);
  if (plan.do === "link") await context.sessions.goOn(sessionContext(context), who);
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
  const { secondStep: deps } = context;
  if (deps) await (await import("./second-step.js")).endFirstSteps({ ...context, deps }, userId);
  if (!who.isNewUser) await context.tellOwner?.(who.user, "passwordChanged");
}

function gateParams(verified: Verified, facts: Facts): SignInCallbackParams {
  const { user, account, profile, credentials, trust } = verified;
  const known = trust === "email-owner" ? facts.emailOwner : ownerOf(facts);
  return {
    user: known ?? user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
  };
}

function accountKey({ account }: Verified): string {
  return `account ${account.provider} ${account.providerAccountId}`;
}

function emailKey({ user }: Verified): string | undefined {
  return user.email ? `email ${foldAddress(user.email)}` : undefined;
}

interface Settled {
  readonly who: SignedIn;
  readonly plan: Plan;
}

/**
 * Decides and acts. When the store refuses, another process may have created the same user in the
 * meantime: then there is a new decision to make. A fault is told as a fault, whatever it left behind. Null
 * where who is signed in is to be asked whether the account is theirs.
 */
async function settle(context: CompleteContext, verified: Verified): Promise<Settled | null> {
  const plan = await decide(context, verified);
  if (await waitsForAnswer(context, verified, plan)) return null;
  try {
    return { plan, who: await act(context, plan, verified) };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    // Where that fails too, the first error tells more.
    const again = await decide(context, verified).catch(() => plan);
    const isRefused = again.do === "refuse" && !isLostRace(error);
    if (isRefused || isSamePlan(again, plan)) throw error;
    context.logger.warn("adapter-overcome", error);
    if (await waitsForAnswer(context, verified, again)) return null;
    return { plan: again, who: await act(context, again, verified) };
  }
}

/** Milliseconds. */
const secondLooks = [50, 200];

/**
 * Without transactions another process may be between creating the user and linking the account, so
 * that the address seems to be somebody else's: then it is worth a second look.
 */
async function decide(context: CompleteContext, verified: Verified): Promise<Plan> {
  const { store } = context;
  let plan = resolve(await lookUp(context, verified));
  for (const pause of secondLooks) {
    if (!isEmailOfAnother(plan) || !store || (await store.transactional())) return plan;
    await new Promise((wake) => setTimeout(wake, pause));
    plan = resolve(await lookUp(context, verified));
  }
  return plan;
}

/**
 * Where there is an account page, what is refused for its address is kept for who has it. Tells whether they
 * are here, and can be asked at once.
 */
async function waitsForAnswer(
  context: CompleteContext,
  verified: Verified,
  plan: Plan,
): Promise<boolean> {
  const { accountPage, store } = context;
  if (!isEmailOfAnother(plan) || !accountPage || !store) return false;
  const { keepRefused } = await import("./pending.js");
  return (await keepRefused({ ...context, store }, verified)) && plan.asks === true;
}

async function act(context: CompleteContext, plan: Plan, verified: Verified): Promise<SignedIn> {
  const { store } = context;
  if (plan.do === "refuse") throw refusal(plan.because, verified);
  if (plan.do === "link") await assertFresh(context, String(plan.user.id), verified);
  // First: what can not be ended now is not to be forgotten once the address counts as proven.
  await endTaken(context, plan);
  if (plan.do !== "trust-flow" && store) {
    const { apply } = await import("./apply.js");
    return apply({ ...context, store }, plan, verified);
  }
  await assertStored(context, verified);
  const { user, account, profile } = verified;
  return { user, account, ...(profile && { profile }) };
}

/** Whoever was signed in as the user before its address was proven may be somebody else. */
async function endTaken({ endSessions }: CompleteContext, plan: Plan): Promise<void> {
  if (plan.do === "sign-in" && plan.proof === "taken") await endSessions?.(String(plan.user.id));
}

/** A database session of somebody who is not in the database would belong to nobody. */
async function assertStored({ sessions, store }: CompleteContext, { user }: Verified) {
  if (!sessions.ofStoredUsers || (await store?.getUser(String(user.id)))) return;
  throw new AdapterError(
    'With the session strategy "database" the user that `authorize` returns must be in the store, and there is none with this id. Return a stored user, or use the strategy "jwt".',
  );
}

const refusals: Readonly<Record<Refusal, string>> = {
  "account-of-another": "This account belongs to another user than the one signed in.",
  "email-of-another":
    "There is a user with this e-mail address who never signed in with this provider. They can sign in the way they did before and link this account then.",
  "former-id":
    "The account is stored under an id that it had before, which may be somebody else's by now. If you want to let its owner in by that, set `acceptFormerId: true` on the provider; its documentation says what that means.",
  "session-changed":
    "Somebody signed in or out in this browser while the sign-in was under way, so that it is not clear whose account this is to be.",
};

function refusal(because: Refusal, { account }: Verified): Error {
  const details = { provider: account.provider, reason: because };
  return account.type === "webauthn"
    ? new AccountNotLinked(refusals[because], details)
    : new OAuthAccountNotLinked(refusals[because], details);
}
