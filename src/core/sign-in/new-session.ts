import type { Tell } from "../../types/events.js";
import type { Events, SignedIn } from "../../types/hooks.js";
import type { PagesOptions } from "../../types/pages.js";
import { once } from "../async/once.js";
import type { AuthConfig } from "../auth-config.js";
import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { withQuery, type Site } from "../http/urls.js";
import { isUnproven } from "../values/proven.js";
import type { Context } from "../plugin.js";
import type { Bound } from "../plugins/folded.js";
import type { Client, SessionContext } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import type { State } from "../state/state.js";
import { noteProof, type ProofCookieContext } from "../step-up/proof-cookie.js";
import type { StepUpRequest } from "../step-up/request.js";
import type { SessionStartHost } from "./session-started.js";

export interface NewSessionContext extends ProofCookieContext {
  readonly forPlugin: (bound: Bound) => Promise<Context>;
  readonly site: Site;
  readonly sessions: Sessions;
  readonly client?: () => Client;
  readonly untilClosed?: boolean | undefined;
  readonly state: State;
  /** Set to false if attempts aren't limited. */
  readonly rateLimit?: AuthConfig["rateLimit"];
  /** The names the user signs in under, if attempts are limited per name. */
  readonly subjects?: readonly string[] | undefined;
  readonly events: Events;
  readonly pages: Partial<PagesOptions>;
  /** Remember the provider in this browser. @default false */
  readonly lastUsedFirst?: boolean;
  readonly tell?: Tell | undefined;
  readonly host: SessionStartHost | null;
}

/** A user who has proven everything that is required. */
export interface NewSession {
  readonly who: SignedIn;
  readonly ask: StepUpRequest | null;
  readonly callbackUrl: string;
  /** An account was linked to the signed-in user: their session continues. */
  readonly goesOn?: boolean;
  /** The user proved two factors. @default false */
  readonly bothFactors?: boolean;
  /** The second factor was skipped because the browser is remembered. @default false */
  readonly inKnownBrowser?: boolean;
  /** The session ends with the browser. @default as the request says */
  readonly untilClosed?: boolean | undefined;
  /** The names the user signs in under. @default as the request says */
  readonly subjects?: readonly string[] | undefined;
}

const loadDevices = once(async () => (await import("../rate-limit/known-device.js")).noteDevice);

/** Starts the session, emits the event and redirects. The only place that starts one. */
export async function startSession(
  context: NewSessionContext,
  newSession: NewSession,
): Promise<Outcome> {
  const { who, ask, callbackUrl, goesOn = false } = newSession;
  const { bothFactors = false, inKnownBrowser = false } = newSession;
  const { untilClosed = context.untilClosed ?? false } = newSession;
  const { tell, host } = context;
  const watched = tell && host?.observeSessionStart({ ...context, tell });
  const unproven = isUnproven(who.user);
  const { named } = watched ?? {};
  const session = sessionContext(context, { untilClosed, bothFactors, unproven, named });
  if (goesOn) await context.sessions.goOn(session, who);
  else {
    const startedAs = await context.sessions.start(session, who);
    const { provider } = who.account;
    await noteProof(context, startedAs, { provider, ask, bothFactors, inKnownBrowser });
    rememberProvider(context, provider);
    // From now on, this browser has its own rate limits for guesses about this user.
    const subjects = newSession.subjects ?? context.subjects;
    const { stages, started } = context.plugins;
    if (context.rateLimit !== false && (subjects ?? stages)) {
      const noteDevice = await loadDevices();
      const plugins = [...new Set(stages?.map(({ plugin }) => plugin.name))];
      const { id } = who.user;
      await noteDevice(context, { userId: id === undefined ? id : String(id), plugins, subjects });
    }
    for (const one of started ?? []) {
      await one.call(await context.forPlugin(one), { who, callbackUrl });
    }
  }
  await watched?.tell(who, { goesOn, isAnswer: ask !== null });
  await context.events.signIn(who);
  await renewCsrfToken(context);
  context.jar.clear(context.cookies.callbackUrl);
  return redirectTo(await nextOf(context, who, target(context, callbackUrl, who)));
}

/** Where a plugin sends the browser first, otherwise the original target. */
async function nextOf(
  context: NewSessionContext,
  who: SignedIn,
  callbackUrl: string,
): Promise<string> {
  for (const one of context.plugins.next ?? []) {
    const next = await one.call(await context.forPlugin(one), { who, callbackUrl });
    if (typeof next === "string") return next;
  }
  return callbackUrl;
}

/** Seconds: half a year. */
const rememberedFor = 180 * 24 * 60 * 60;

/** For the sign-in page. With a single provider, there's nothing to choose. */
function rememberProvider(context: NewSessionContext, provider: string): void {
  const { jar, cookies, flows, lastUsedFirst } = context;
  if (lastUsedFirst && flows.size > 1) {
    jar.set(cookies.last, provider, { maxAge: rememberedFor });
  }
}

export function sessionContext(
  { jar, cookies, now, client, tell }: NewSessionContext,
  given: Pick<SessionContext, "untilClosed" | "bothFactors" | "unproven" | "named"> = {},
): SessionContext {
  return { jar, cookie: cookies.session, now, client, tell, ...given };
}

function target({ site, pages }: NewSessionContext, callbackUrl: string, who: SignedIn): string {
  const page = who.isNewUser ? ownPage(site, pages, "newUser") : undefined;
  return page === undefined ? callbackUrl : withQuery(page, { callbackUrl });
}
