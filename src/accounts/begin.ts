import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { withQuery, type Site } from "../http/urls.js";
import type { Ask } from "../sessions/ask.js";
import type { Client, SessionContext } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import type { State } from "../state/state.js";
import type { Account } from "../types/account.js";
import type { AuditTold } from "../types/audit.js";
import type { AuthConfig } from "../types/config.js";
import type { Events, SignedIn } from "../types/hooks.js";
import type { PagesOptions } from "../types/pages.js";
import { noteProof, type FreshContext } from "./fresh.js";

export interface BeginContext extends FreshContext {
  readonly site: Site;
  readonly sessions: Sessions;
  readonly client?: () => Client;
  readonly untilClosed?: boolean;
  readonly state: State;
  /** False when attempts aren't limited. */
  readonly rateLimit?: AuthConfig["rateLimit"];
  /** The names under which the user signs in, where attempts at them are limited. */
  readonly subjects?: readonly string[] | undefined;
  readonly events: Events;
  readonly pages: Partial<PagesOptions>;
  /** The browser is to remember which provider was used. @default false */
  readonly lastUsedFirst?: boolean;
  readonly audit?: ((event: AuditTold) => Promise<void>) | undefined;
}

/** Somebody who has proven all that there is to prove. */
export interface Beginning {
  readonly who: SignedIn;
  readonly ask: Ask | null;
  readonly callbackUrl: string;
  /** An account was linked to the user who is signed in: their session goes on. */
  readonly goesOn?: boolean;
  /** They proved two factors. @default false */
  readonly bothFactors?: boolean;
  /** The second factor was skipped, since the browser is remembered. @default false */
  readonly inKnownBrowser?: boolean;
  /** The session is to end with the browser. @default as the request says */
  readonly untilClosed?: boolean;
  /** The names under which the user signs in. @default as the request says */
  readonly subjects?: readonly string[] | undefined;
}

/** Starts the session, tells the event, goes on. The only place that starts one. */
export async function beginSession(context: BeginContext, beginning: Beginning): Promise<Outcome> {
  const { who, ask, callbackUrl, goesOn = false } = beginning;
  const { bothFactors = false, inKnownBrowser = false } = beginning;
  const { untilClosed = context.untilClosed ?? false } = beginning;
  const watched = context.audit && (await (await import("./started.js")).watchStart(context));
  const session = sessionContext(context, { untilClosed, bothFactors, named: watched?.named });
  if (goesOn) await context.sessions.goOn(session, who);
  else {
    const startedAs = await context.sessions.start(session, who);
    const { provider } = who.account;
    await noteProof(context, startedAs, { provider, ask, bothFactors, inKnownBrowser });
    await noteProvider(context, who.account);
    // From now on this browser has rate limits of its own for what can be guessed about the user.
    const subjects = beginning.subjects ?? context.subjects;
    if (context.rateLimit !== false && (subjects ?? context.secondStep)) {
      const { noteDevice } = await import("../limits/device.js");
      await noteDevice(context, { userId: context.secondStep && who.user.id, subjects });
    }
  }
  await context.events.signIn(who);
  if (!goesOn) await watched?.tell(who);
  await renewCsrfToken(context);
  context.jar.clear(context.cookies.callbackUrl);
  const next = target(context, callbackUrl, who);
  return redirectTo((await questionBefore(context, who, next)) ?? next);
}

/** Where there is an account page, an account may wait for the answer of who has just signed in. */
async function questionBefore(context: BeginContext, who: SignedIn, next: string) {
  const { accountPage, jar, cookies } = context;
  if (!accountPage || jar.get(cookies.pending.name) === undefined) return undefined;
  return (await import("./pending.js")).questionFor(context, who, next);
}

/** Seconds: half a year. */
const rememberedFor = 180 * 24 * 60 * 60;

/** Remembered by few: where signing out here signs out at the provider as well. */
async function noteProvider(context: BeginContext, account: Account): Promise<void> {
  const { jar, cookies, flows, lastUsedFirst } = context;
  // Where there is one way in only, there is nothing to choose.
  if (lastUsedFirst && flows.size > 1) {
    jar.set(cookies.last, account.provider, { maxAge: rememberedFor });
  }
  const isLeft = flows.get(account.provider)?.endSession !== undefined;
  if (!isLeft && jar.get(cookies.there.name) === undefined) return;
  const { forgetProvider, keepProvider } = await import("./provider-session.js");
  if (isLeft) await keepProvider(context, account);
  else forgetProvider(context);
}

export function sessionContext(
  { jar, cookies, now, client }: BeginContext,
  given: Pick<SessionContext, "untilClosed" | "bothFactors" | "named"> = {},
): SessionContext {
  return { jar, cookie: cookies.session, now, client, ...given };
}

function target({ site, pages }: BeginContext, callbackUrl: string, who: SignedIn): string {
  const page = who.isNewUser ? ownPage(site, pages, "newUser") : undefined;
  return page === undefined ? callbackUrl : withQuery(page, { callbackUrl });
}
