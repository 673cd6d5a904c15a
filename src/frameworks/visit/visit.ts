import {
  type Called,
  callsOf,
  crossSiteReason,
  type Engine,
  sentIn,
  serializeCookie,
} from "../../core/engine/index.js";
import { MissingCSRF } from "../../core/errors/errors.js";
import { because } from "../../core/errors/reason.js";
import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import { headersAfter } from "./cookie-header.js";
import { pageOf, signInPage, siteOf } from "./place.js";
import type { Sender } from "./sender.js";
import { isSession } from "./shapes.js";
import { readParams, readSignInOptions } from "./sign-in-options.js";
import type { AuthorizationParams, LocalsAuth, RequestAuth } from "./types.js";

/** The status is for the frameworks' error handling. */
class ForeignForm extends MissingCSRF {
  readonly status = 403;
}

const harmless = new Set(["GET", "HEAD"]);

/**
 * Throws if another site's form signs in, signs out or updates. An application's own handler has no
 * CSRF token; it's protected by the headers in which browsers say where a form comes from.
 */
function assertOwnSite({ method, headers }: Sender, origin: string): void {
  if (harmless.has(method)) return;
  const reason = crossSiteReason(headers, origin);
  if (reason === undefined) return;
  throw because("origin", new ForeignForm(`A request from another site was refused. ${reason}`));
}

/** One request: its session, and the cookies for its response. */
export interface Visit {
  readonly engine: Engine;
  readonly sender: Sender;
  /** The object for the application. */
  readonly auth: RequestAuth;
  /**
   * The Set-Cookie lines for the response. Nothing is renewed after this, because it couldn't be
   * sent.
   */
  readonly leave: () => readonly string[];
}

/**
 * Starts a visit. The session is read once, however many callers there are, and after a sign-in it
 * is the new one. Of several changes of a cookie only the last is sent, so a renewal never restores
 * what a sign-out ended.
 */
export function createVisit(engine: Engine, sender: Sender): Visit {
  const site = siteOf(engine, sender);
  const cookies = createVisitCookies(engine, sender, site);
  return { engine, sender, auth: createAuth(engine, sender, cookies), leave: cookies.leave };
}

/** The session and cookies of a visit, after the calls so far. */
function createVisitCookies(engine: Engine, sender: Sender, site: ReturnType<typeof siteOf>) {
  const { hostTrusted } = sender;
  const changes = new Map<string, ResponseCookie>();
  let hasLeft = false;
  let { headers } = sender;
  let session: Promise<Session | null> | undefined;

  const set = (cookies: readonly ResponseCookie[]): void => {
    if (cookies.length === 0) return;
    for (const one of cookies) changes.set(one.name, one);
    headers = headersAfter(headers, cookies);
  };
  const read = async (): Promise<Session | null> => {
    const options = { renew: !hasLeft, withId: true, hostTrusted };
    const found = await engine.readSession(sentIn(headers), site.origin, options);
    set(found.cookies);
    return found.session;
  };
  return {
    site,
    session: () => (session ??= read()),
    caller: () => ({ headers, origin: site.origin, hostTrusted }),
    /** The caller of functions that set cookies. */
    enter: () => {
      assertOwnSite(sender, site.origin);
      if (hasLeft) throw new Error("The response was already sent, so cookies can't be set.");
      return { headers, origin: site.origin, hostTrusted, ip: sender.ip?.() };
    },
    keep: <T>({ value, cookies }: Called<T>): T => {
      set(cookies);
      session = undefined;
      return value;
    },
    leave: () => {
      hasLeft = true;
      const lines = [...changes.values()].map(serializeCookie);
      changes.clear();
      return lines;
    },
  };
}

function createAuth(
  engine: Engine,
  sender: Sender,
  { site, session, caller, enter, keep }: ReturnType<typeof createVisitCookies>,
): RequestAuth {
  const target = (redirectTo: string | undefined) => ({
    callbackUrl: redirectTo ?? pageOf(sender.headers, site),
  });
  return {
    session,
    async signIn(provider?: string, options?: object, params?: AuthorizationParams) {
      const { redirectTo, fields } = readSignInOptions(options);
      const call = { params: readParams(params), fields: { ...fields, ...target(redirectTo) } };
      const here = enter();
      const { flows, problem } = await engine.settings.storeless(sender.hostTrusted);
      if (problem) throw problem;
      if (provider !== undefined && flows.has(provider)) {
        return keep(await (await callsOf(engine)).signIn(here, { provider, ...call }));
      }
      return signInPage(engine, site, new URL(call.fields.callbackUrl, site.origin).href);
    },
    async signOut(options) {
      const { redirectTo, fields } = readSignInOptions(options);
      const { provider } = fields;
      const here = enter();
      const calls = await callsOf(engine);
      return keep(await calls.signOut(here, { provider, ...target(redirectTo) }));
    },
    async requireFresh(options = {}) {
      const here = sender.method === "GET" ? sender.url.href : pageOf(sender.headers, site);
      const redirectTo = options.redirectTo ?? here;
      return (await callsOf(engine)).requireFresh(caller(), { ...options, redirectTo });
    },
    async update(data) {
      const here = enter();
      const updated = keep(await (await callsOf(engine)).updateSession(here, data));
      return isSession(updated) ? updated : null;
    },
  };
}

/** The same methods on a function that returns the session. */
export function callable(auth: RequestAuth): LocalsAuth {
  return Object.assign(() => auth.session(), {
    signIn: (...given: Parameters<RequestAuth["signIn"]>) => auth.signIn(...given),
    signOut: (...given: Parameters<RequestAuth["signOut"]>) => auth.signOut(...given),
    requireFresh: (...given: Parameters<RequestAuth["requireFresh"]>) =>
      auth.requireFresh(...given),
    update: (...given: Parameters<RequestAuth["update"]>) => auth.update(...given),
  });
}
