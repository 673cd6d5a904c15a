import { callsOf, serializeCookie, type Called, type Engine } from "../../engine/index.js";
import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import { readAsked, readParams } from "./asked.js";
import { headersAfter } from "./cookie-header.js";
import { assertOwnSite } from "./own-site.js";
import { pageOf, signInPage, siteOf } from "./place.js";
import type { Sender } from "./sender.js";
import type { AuthorizationParams, RequestAuth } from "./types.js";

/** One request, as long as it lasts: its session, and the cookies that its response must carry. */
export interface Visit {
  readonly engine: Engine;
  readonly sender: Sender;
  /** What the application gets. */
  readonly auth: RequestAuth;
  /** The Set-Cookie lines for the response. From now on nothing is renewed: it could not be sent. */
  readonly leave: () => readonly string[];
}

/**
 * However many ask, the session is read once, and after a sign-in it is the new one. Of the changes of
 * one cookie only the last is sent, so that a renewal never brings back what a sign-out ended.
 */
export function createVisit(engine: Engine, sender: Sender): Visit {
  const site = siteOf(engine, sender);
  const { hostTrusted } = sender;
  const changes = new Map<string, ResponseCookie>();
  const state: { left: boolean; headers: Headers; session?: Promise<Session | null> } = {
    left: false,
    headers: sender.headers,
  };

  const set = (cookies: readonly ResponseCookie[]): void => {
    if (cookies.length === 0) return;
    for (const one of cookies) changes.set(one.name, one);
    state.headers = headersAfter(state.headers, cookies);
  };
  const read = async (): Promise<Session | null> => {
    const cookie = state.headers.get("cookie");
    const options = { renew: !state.left, withId: true, hostTrusted };
    const { session, cookies } = await engine.readSession(cookie, site.origin, options);
    set(cookies);
    return session;
  };
  const enter = () => {
    assertOwnSite(sender, site.origin);
    if (state.left) throw new Error("The response was sent already: it can set no cookies.");
    return { headers: state.headers, origin: site.origin, hostTrusted, ip: sender.ip?.() };
  };
  const keep = <T>({ value, cookies }: Called<T>): T => {
    set(cookies);
    delete state.session;
    return value;
  };
  const signIn = async (provider?: string, options?: object, params?: AuthorizationParams) => {
    const { redirectTo, fields } = readAsked(options);
    const call = { params: readParams(params), fields: { ...fields, ...target(redirectTo) } };
    const caller = enter();
    const { flows, problem } = await engine.settings.storeless(hostTrusted);
    if (problem) throw problem;
    if (provider !== undefined && flows.has(provider)) {
      return keep(await (await callsOf(engine)).signIn(caller, { provider, ...call }));
    }
    return signInPage(engine, site, new URL(call.fields.callbackUrl, site.origin).href);
  };
  const target = (redirectTo: string | undefined) => ({
    callbackUrl: redirectTo ?? pageOf(sender.headers, site),
  });

  return {
    engine,
    sender,
    auth: {
      session: () => (state.session ??= read()),
      signIn,
      signOut: async (options) => {
        const { redirectTo, fields } = readAsked(options);
        const { provider } = fields;
        const caller = enter();
        const calls = await callsOf(engine);
        return keep(await calls.signOut(caller, { provider, ...target(redirectTo) }));
      },
      requireFresh: async (options = {}) => {
        const caller = { headers: state.headers, origin: site.origin, hostTrusted };
        const here = sender.method === "GET" ? sender.url.href : pageOf(sender.headers, site);
        const redirectTo = options.redirectTo ?? here;
        return (await callsOf(engine)).requireFresh(caller, { ...options, redirectTo });
      },
      async update(data) {
        const caller = enter();
        const session = keep(await (await callsOf(engine)).updateSession(caller, data));
        return isSession(session) ? session : null;
      },
    },
    leave() {
      state.left = true;
      const lines = [...changes.values()].map(serializeCookie);
      changes.clear();
      return lines;
    },
  };
}

function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "expires" in value;
}
