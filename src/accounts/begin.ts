import type { Context } from "../core/plugin.js";
import type { Bound } from "../core/plugins/folded.js";
import { renewCsrfToken } from "../http/csrf.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { withQuery, type Site } from "../http/urls.js";
import type { Ask } from "../sessions/ask.js";
import type { Client, SessionContext } from "../sessions/context.js";
import type { Sessions } from "../sessions/index.js";
import type { State } from "../state/state.js";
import type { Tell } from "../types/events.js";
import type { AuthConfig } from "../types/config.js";
import type { Events, SignedIn } from "../types/hooks.js";
import type { PagesOptions } from "../types/pages.js";
import { noteProof, type FreshContext } from "./fresh.js";
import { isUnproven } from "./proof.js";

export interface BeginContext extends FreshContext {
  readonly forPlugin: (bound: Bound) => Promise<Context>;
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
  readonly tell?: Tell | undefined;
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
  const { tell } = context;
  const watched = tell && (await import("./started.js")).watchStart({ ...context, tell });
  const unproven = isUnproven(who.user);
  const { named } = watched ?? {};
  const session = sessionContext(context, { untilClosed, bothFactors, unproven, named });
  if (goesOn) await context.sessions.goOn(session, who);
  else {
    const startedAs = await context.sessions.start(session, who);
    const { provider } = who.account;
    await noteProof(context, startedAs, { provider, ask, bothFactors, inKnownBrowser });
    rememberProvider(context, provider);
    // From now on this browser has rate limits of its own for what can be guessed about the user.
    const subjects = beginning.subjects ?? context.subjects;
    const { stages, started } = context.plugins;
    if (context.rateLimit !== false && (subjects ?? stages)) {
      const { noteDevice } = await import("../limits/device.js");
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

/** Where a plugin sends the browser first, else where it was to go. */
async function nextOf(context: BeginContext, who: SignedIn, callbackUrl: string): Promise<string> {
  for (const one of context.plugins.next ?? []) {
    const next = await one.call(await context.forPlugin(one), { who, callbackUrl });
    if (typeof next === "string") return next;
  }
  return callbackUrl;
}

/** Seconds: half a year. */
const rememberedFor = 180 * 24 * 60 * 60;

/** For the sign-in page. Where there is one way in only, there is nothing to choose. */
function rememberProvider(context: BeginContext, provider: string): void {
  const { jar, cookies, flows, lastUsedFirst } = context;
  if (lastUsedFirst && flows.size > 1) {
    jar.set(cookies.last, provider, { maxAge: rememberedFor });
  }
}

export function sessionContext(
  { jar, cookies, now, client }: BeginContext,
  given: Pick<SessionContext, "untilClosed" | "bothFactors" | "unproven" | "named"> = {},
): SessionContext {
  return { jar, cookie: cookies.session, now, client, ...given };
}

function target({ site, pages }: BeginContext, callbackUrl: string, who: SignedIn): string {
  const page = who.isNewUser ? ownPage(site, pages, "newUser") : undefined;
  return page === undefined ? callbackUrl : withQuery(page, { callbackUrl });
}
