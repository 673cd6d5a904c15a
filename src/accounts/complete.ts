import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from "../errors.js";
import type { Flow, Verified } from "../flows/flow.js";
import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { pageUrl, withQuery, type Site } from "../http/urls.js";
import type { Sessions } from "../sessions/index.js";
import type { SignInCallbackParams } from "../types/config.js";
import type { Callbacks, Events, SignedIn } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { PagesOptions } from "../types/pages.js";
import type { Store } from "../types/store.js";
import { passGate } from "./gate.js";
import { lookUp } from "./look-up.js";
import { resolve, type Facts, type Plan, type Refusal } from "./resolve.js";
import type { Serialiser } from "./serialise.js";

/** What the end of a sign-in needs. */
export interface CompleteContext {
  readonly site: Site;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  readonly store: Store | null;
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Partial<PagesOptions>;
  readonly logger: LoggerInstance;
  readonly serialiser: Serialiser;
  readonly callbackUrl: string;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
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
  const elsewhere = await passGate(context, gateParams(verified, facts));
  if (elsewhere) return elsewhere;
  const keys = [accountKey(verified), emailKey(verified)].filter((key) => key !== undefined);
  const { who, plan } = await context.serialiser.run(keys, () => settle(context, verified));
  const session = { jar: context.jar, cookie: context.cookies.session, now: context.now };
  if (plan.do === "link") await context.sessions.goOn(session, who);
  else await context.sessions.start(session, who);
  await context.events.signIn(eventMessage(verified, who));
  await renewCsrfToken({ ...context, cookie: context.cookies.csrf });
  context.jar.clear(context.cookies.callbackUrl);
  return redirectTo(target(context, verified, who));
}

function gateParams(verified: Verified, facts: Facts): SignInCallbackParams {
  const { user, account, profile, credentials, trust } = verified;
  const known = trust === "email-owner" ? facts.emailOwner : facts.accountOwner;
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
  return user.email ? `email ${user.email.toLowerCase()}` : undefined;
}

interface Settled {
  readonly who: SignedIn;
  readonly plan: Plan;
}

/**
 * Decides and acts. When the store refuses, another process may have created the same user in the
 * meantime: then there is a new decision to make.
 */
async function settle(context: CompleteContext, verified: Verified): Promise<Settled> {
  const plan = await decide(context, verified);
  try {
    return { plan, who: await act(context, plan, verified) };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const again = await decide(context, verified);
    if (again.do === plan.do) throw error;
    context.logger.debug("adapter_overcome", error);
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

function isEmailOfAnother(plan: Plan): boolean {
  return plan.do === "refuse" && plan.because === "email-of-another";
}

async function act(context: CompleteContext, plan: Plan, verified: Verified): Promise<SignedIn> {
  if (plan.do === "refuse") throw refusal(plan.because, verified);
  const { store } = context;
  if (plan.do !== "trust-flow" && store) {
    const disown = (userId: string) => disownUnproven(context, store, userId);
    const { apply } = await import("./apply.js");
    return apply({ ...context, store, disown }, plan, verified);
  }
  await assertStored(context, verified);
  const { user, account, profile } = verified;
  return { user, account, ...(profile && { profile }) };
}

/**
 * Somebody may have signed up with an e-mail address that is not theirs and wait for its owner. Only
 * the user themselves, signed in in this browser, keeps what was made before.
 */
async function disownUnproven(
  { flows, sessions, jar, cookies, now }: CompleteContext,
  store: Store,
  userId: string,
): Promise<void> {
  if ((await sessions.current({ jar, cookie: cookies.session, now })) === userId) return;
  let disowned = false;
  for (const flow of flows.values()) {
    if (await flow.disown?.(store, userId)) disowned = true;
  }
  // Now that nobody can start another one that way.
  if (disowned) await endSessionsOf(store, userId);
}

async function endSessionsOf(store: Store, userId: string): Promise<void> {
  const missing = await store.missing(["deleteSessionsByUserId"]);
  if (missing.length === 0) await store.deleteSessionsByUserId(userId);
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
  "session-changed":
    "Somebody signed in or out in this browser while the sign-in was under way, so that it is not clear whose account this is to be.",
};

function refusal(because: Refusal, { account }: Verified): Error {
  const details = { provider: account.provider, reason: because };
  return account.type === "webauthn"
    ? new AccountNotLinked(refusals[because], details)
    : new OAuthAccountNotLinked(refusals[because], details);
}

function eventMessage(verified: Verified, { user, account, isNewUser }: SignedIn) {
  return {
    user,
    account,
    ...(verified.profile && { profile: verified.profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  };
}

function target(context: CompleteContext, verified: Verified, { isNewUser }: SignedIn): string {
  const callbackUrl = verified.callbackUrl ?? context.callbackUrl;
  const { newUser } = context.pages;
  if (!isNewUser || !newUser) return callbackUrl;
  return withQuery(pageUrl(context.site, newUser), { callbackUrl });
}
