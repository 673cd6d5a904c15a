import {
  callsOf,
  type Called,
  type Freshness,
  type FreshOptions,
  type WantedToken,
} from "../../engine/index.js";
import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import { makeReady } from "./environment.js";
import { offerSignIn, pageOf, siteOf } from "./place.js";
import { readParams } from "../visit/asked.js";
import { readAsked } from "./redirect-options.js";
import { isSession } from "./shapes.js";
import type { AuthorizationParams, NextAuthSource } from "./types.js";
import type { Visits } from "./visits.js";

/** Sign-in, sign-out and update, for server actions and route handlers. */
export function createCalls(source: NextAuthSource, visits: Visits) {
  /** The request that is being answered, and the engine for it. */
  const enter = async () => {
    const { headers } = await import("next/headers.js");
    const incoming = await headers();
    const { engine } = await makeReady(source);
    const current = visits.headersOf(incoming);
    return { engine, incoming, caller: { headers: current, ...siteOf(engine, current) } };
  };
  /** Sets the cookies of a call, for the browser and for the rest of this request. */
  const keep = async <T>(incoming: Headers, { value, cookies }: Called<T>): Promise<T> => {
    if (cookies.length === 0) return value;
    await setCookies(cookies);
    visits.changed(incoming, cookies);
    return value;
  };

  return {
    async signIn(
      provider: string | undefined,
      options: object | undefined,
      authorizationParams: AuthorizationParams | undefined,
    ): Promise<string> {
      const { redirect, redirectTo, fields } = readAsked(options);
      const params = readParams(authorizationParams);
      const { engine, incoming, caller } = await enter();
      const callbackUrl = redirectTo ?? pageOf(caller);
      const { flows } = await engine.settings.storeless();
      if (provider === undefined || !flows?.has(provider)) {
        return leave(await offerSignIn(engine, caller, callbackUrl), redirect);
      }
      // Next.js shows its own page for what is thrown; wrong credentials are the form's to tell.
      const call = { provider, params, fields: { ...fields, callbackUrl }, tellsOnPage: redirect };
      return leave(
        await keep(incoming, await (await callsOf(engine)).signIn(caller, call)),
        redirect,
      );
    },

    async signOut(options: object | undefined): Promise<string> {
      const { redirect, redirectTo, fields } = readAsked(options);
      const { engine, incoming, caller } = await enter();
      const callbackUrl = redirectTo ?? pageOf(caller);
      const called = await (
        await callsOf(engine)
      ).signOut(caller, { provider: fields["provider"], callbackUrl });
      return leave(await keep(incoming, called), redirect);
    },

    async requireFresh(options: FreshOptions): Promise<Freshness> {
      const { engine, caller } = await enter();
      const redirectTo = options.redirectTo ?? pageOf(caller);
      return (await callsOf(engine)).requireFresh(caller, { ...options, redirectTo });
    },

    async accessToken(wanted: WantedToken): Promise<string | null> {
      const { engine, caller } = await enter();
      const cookie = caller.headers.get("cookie");
      const { accessTokenOf } = await import("../../engine/access-token.js");
      const { origin } = caller;
      const found = await accessTokenOf(engine.settings, { cookie, origin, wanted });
      return found && found.accessToken;
    },

    async update(data: unknown): Promise<Session | null> {
      const { engine, incoming, caller } = await enter();
      const session = await keep(
        incoming,
        await (await callsOf(engine)).updateSession(caller, data),
      );
      return isSession(session) ? session : null;
    },
  };
}

async function setCookies(changes: readonly ResponseCookie[]): Promise<void> {
  const { cookies } = await import("next/headers.js");
  const store = await cookies();
  for (const { name, value, options } of changes) store.set(name, value, options);
}

/** Next.js redirects by throwing. Its module resolves only where Next.js bundles the code. */
async function leave(url: string, leaves: boolean): Promise<string> {
  if (!leaves) return url;
  const { redirect } = await import("next/navigation");
  return redirect(url);
}
