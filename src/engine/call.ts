import type { Action } from "../actions/context.js";
import type { Parts } from "../config/parts.js";
import { isRecord } from "../json.js";
import { Fields } from "../http/fields.js";
import type { Outcome } from "../http/outcome.js";
import { actionUrl } from "../http/urls.js";
import type { AuthAction, ResponseCookie } from "../types/http.js";
import { beginSignIn, finishSignIn, signOut, updateSession } from "./actions.js";
import type { HandlerDeps } from "./context.js";
import { perform } from "./perform.js";

/** The request in whose course the application calls a function of the library. */
export interface Caller {
  readonly headers: Headers;
  /** Where the framework believes the site to be; a configured URL wins. */
  readonly origin: string;
}

/** Where to send the browser, and the cookies to send along. */
export interface Called<T> {
  readonly value: T;
  readonly cookies: readonly ResponseCookie[];
}

export interface SignInCall {
  readonly provider: string;
  /** Fields of the form: credentials, an e-mail address, `callbackUrl`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Added to the URL of the provider. */
  readonly params: Iterable<readonly [string, string]>;
}

/** The actions without HTTP: what frameworks call. They throw the `AuthError` on failure. */
export interface Calls {
  /** Begins a sign-in, or finishes one that has no beginning; the value is where to go. */
  signIn(caller: Caller, call: SignInCall): Promise<Called<string>>;
  signOut(caller: Caller, fields: SignInCall["fields"]): Promise<Called<string>>;
  updateSession(caller: Caller, data: unknown): Promise<Called<unknown>>;
}

export function createCalls(deps: HandlerDeps): Calls {
  const parts = async (): Promise<Parts> => {
    const ready = await deps.settings.ready();
    if (ready.problem) throw ready.problem;
    return ready;
  };
  const call = async (caller: Caller, what: Call): Promise<Called<Outcome>> => {
    const ready = { ...deps, parts: await parts() };
    const incoming = incomingOf(deps, caller, what);
    const done = await perform(
      ready,
      { act: what.act, incoming },
      { redirects: true, trusted: true },
    );
    if (done.error !== undefined) throw done.error;
    return { value: done.outcome, cookies: done.cookies };
  };

  return {
    async signIn(caller, { provider, fields, params }) {
      const begins = (await parts()).flows.get(provider)?.begin !== undefined;
      const { value, cookies } = await call(caller, {
        act: begins ? beginSignIn : finishSignIn,
        action: begins ? "signin" : "callback",
        provider,
        fields,
        params,
      });
      return { value: targetOf(value), cookies };
    },
    async signOut(caller, fields) {
      const { value, cookies } = await call(caller, { act: signOut, action: "signout", fields });
      return { value: targetOf(value), cookies };
    },
    async updateSession(caller, data) {
      const fields = { data };
      const { value, cookies } = await call(caller, {
        act: updateSession,
        action: "session",
        fields,
      });
      return { value: value.kind === "json" && isRecord(value.body) ? value.body : null, cookies };
    },
  };
}

interface Call {
  readonly act: Action;
  readonly action: AuthAction;
  readonly fields: SignInCall["fields"];
  readonly provider?: string;
  readonly params?: SignInCall["params"];
}

function incomingOf({ settings }: HandlerDeps, { headers, origin }: Caller, call: Call) {
  const site = { origin: settings.origin ?? origin, basePath: settings.basePath };
  const query = new URLSearchParams([...(call.params ?? [])].map(([name, value]) => [name, value]));
  return {
    url: new URL(actionUrl(site, call.action, call.provider)),
    site,
    method: "POST",
    headers,
    query: Fields.fromPairs(query),
    body: Fields.fromObject(call.fields),
    providerId: call.provider,
  };
}

function targetOf(outcome: Outcome): string {
  if (outcome.kind === "redirect") return outcome.to;
  throw new TypeError("A sign-in or sign-out ended without a place to go.");
}
