import {
  type Called,
  callsOf,
  type Freshness,
  type FreshOptions,
  sentIn,
} from "../../core/engine/index.js";
import type { WantedToken } from "../../doors/access-token.js";
import type { Session } from "../../types/session.js";
import { pageOf } from "../visit/place.js";
import { isSession } from "../visit/shapes.js";
import {
  type SignInCallOptions as Fields,
  readSignInOptions as readFields,
  readParams,
} from "../visit/sign-in-options.js";
import { makeReady } from "./environment.js";
import { incomingHeaders, type Visits } from "./incoming.js";
import { offerSignIn, siteOf } from "./place.js";
import type { AuthorizationParams, NextAuthSource } from "./types.js";

/** Sign-in, sign-out and update, for server actions and route handlers. */
export function createCalls(source: NextAuthSource, visits: Visits) {
  const entry = createEntry(source, visits);
  return { ...signInAndOut(entry), ...sessionCalls(entry) };
}

type Entry = ReturnType<typeof createEntry>;

function createEntry(source: NextAuthSource, visits: Visits) {
  return {
    /** The current request, and its engine. */
    enter: async () => {
      const incoming = await incomingHeaders();
      const { engine } = await makeReady(source);
      const current = visits.headersOf(incoming);
      return { engine, incoming, caller: { headers: current, ...siteOf(engine, current) } };
    },
    /** Sets the cookies of a call, for the browser and for the rest of this request. */
    keep: async <T>(incoming: Headers, { value, cookies }: Called<T>): Promise<T> => {
      if (cookies.length === 0) return value;
      const store = await (await import("next/headers.js")).cookies();
      for (const { name, value, options } of cookies) store.set(name, value, options);
      visits.changed(incoming, cookies);
      return value;
    },
  };
}

function signInAndOut({ enter, keep }: Entry) {
  return {
    async signIn(
      provider: string | undefined,
      options: object | undefined,
      authorizationParams: AuthorizationParams | undefined,
    ): Promise<string> {
      const { redirect, redirectTo, fields } = readRedirectCall(options);
      const params = readParams(authorizationParams);
      const { engine, incoming, caller } = await enter();
      const callbackUrl = redirectTo ?? pageOf(caller.headers, caller);
      const { flows } = await engine.settings.storeless();
      if (provider === undefined || !flows?.has(provider)) {
        return leave(await offerSignIn(engine, caller, callbackUrl), redirect);
      }
      // Next.js shows its own page for an error; the form has to report wrong credentials.
      const call = { provider, params, fields: { ...fields, callbackUrl }, tellsOnPage: redirect };
      const called = await (await callsOf(engine)).signIn(caller, call);
      return leave(await keep(incoming, called), redirect);
    },
    async signOut(options: object | undefined): Promise<string> {
      const { redirect, redirectTo, fields } = readRedirectCall(options);
      const { engine, incoming, caller } = await enter();
      const call = {
        provider: fields["provider"],
        callbackUrl: redirectTo ?? pageOf(caller.headers, caller),
      };
      const called = await (await callsOf(engine)).signOut(caller, call);
      return leave(await keep(incoming, called), redirect);
    },
  };
}

function sessionCalls({ enter, keep }: Entry) {
  return {
    async requireFresh(options: FreshOptions): Promise<Freshness> {
      const { engine, caller } = await enter();
      const redirectTo = options.redirectTo ?? pageOf(caller.headers, caller);
      return (await callsOf(engine)).requireFresh(caller, { ...options, redirectTo });
    },

    async accessToken(wanted: WantedToken): Promise<string | null> {
      const { engine, caller } = await enter();
      const { accessTokenOf } = await import("../../doors/access-token.js");
      const { headers, origin } = caller;
      const found = await accessTokenOf(engine.settings, { sent: sentIn(headers), origin, wanted });
      return found && found.accessToken;
    },

    async update(data: unknown): Promise<Session | null> {
      const { engine, incoming, caller } = await enter();
      const called = await (await callsOf(engine)).updateSession(caller, data);
      const session = await keep(incoming, called);
      return isSession(session) ? session : null;
    },
  };
}

/** Next.js redirects by throwing. Its module resolves only where Next.js bundles the code. */
async function leave(url: string, leaves: boolean): Promise<string> {
  if (!leaves) return url;
  const { redirect } = await import("next/navigation");
  return redirect(url);
}

/** The arguments of `signIn` and `signOut`. */
interface RedirectCall extends Fields {
  readonly redirect: boolean;
}

export function readRedirectCall(options: object | undefined): RedirectCall {
  const { redirectTo, fields: all } = readFields(options);
  const { redirect, ...fields } = all;
  return {
    // All values are strings here, as in a form.
    redirect: redirect !== "false",
    redirectTo,
    fields: options instanceof FormData ? withoutReacts(fields) : fields,
  };
}

/** Removes the fields that React adds to forms. */
function withoutReacts(fields: Fields["fields"]): Fields["fields"] {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !name.startsWith("$ACTION_")),
  );
}
