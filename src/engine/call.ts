import type { Action } from "../actions/context.js";
import type { Parts } from "../config/parts.js";
import { isRecord } from "../json.js";
import { AuthError, CredentialsSignin } from "../errors.js";
import { Fields } from "../http/fields.js";
import type { Outcome } from "../http/outcome.js";
import { RequestProblem } from "../http/problem.js";
import { isWholeText } from "../text.js";
import { actionUrl } from "../http/urls.js";
import { unavailable } from "../sessions/fault.js";
import type { Freshness, FreshOptions } from "../types/fresh.js";
import type { ResponseCookie } from "../types/http.js";
import { beginSignIn, finishSignIn, signOut, updateSession } from "./actions.js";
import type { Caller } from "./caller.js";
import type { HandlerDeps } from "./context.js";
import { failureOutcome } from "./failure.js";
import { perform } from "./perform.js";

export type { Caller } from "./caller.js";

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
  /**
   * Errors that a browser would be told of on a page are told there; the value is its URL. All but
   * wrong credentials: the application's own form tells of those.
   */
  readonly tellsOnPage?: boolean;
}

/** The actions without HTTP: what frameworks call. They throw the `AuthError` on failure. */
export interface Calls {
  /** Begins a sign-in, or finishes one that has no beginning; the value is where to go. */
  signIn(caller: Caller, call: SignInCall): Promise<Called<string>>;
  signOut(caller: Caller, fields: SignInCall["fields"]): Promise<Called<string>>;
  updateSession(caller: Caller, data: unknown): Promise<Called<unknown>>;
  /**
   * Whether the person who is signed in has proven recently who they are, else the page that asks for it.
   * Nobody signed in: the sign-in page. Throws `SessionUnavailable` when that is not known now.
   */
  requireFresh(caller: Caller, options?: FreshOptions): Promise<Freshness>;
}

export function createCalls(deps: HandlerDeps): Calls {
  const parts = async ({ hostTrusted }: Caller): Promise<Parts> => {
    const ready = await deps.settings.ready(hostTrusted);
    if (ready.problem) throw ready.problem;
    return ready;
  };
  const call = async (caller: Caller, what: Call): Promise<Called<Outcome>> => {
    const ready = { ...deps, parts: await parts(caller) };
    assertWhole(what.fields);
    const incoming = incomingOf(deps, caller, what);
    const done = await perform(
      ready,
      { act: what.act, incoming },
      { redirects: true, trusted: true },
    );
    const { error, cookies } = done;
    await deps.settings.logger.written();
    if (error === undefined) return { value: done.outcome, cookies };
    if (error instanceof RequestProblem) throw new AuthError(error.message, { err: error });
    if (!what.tellsOnPage || error instanceof CredentialsSignin) throw error;
    return { value: failureOutcome(error, incoming.site, deps.settings.pages), cookies };
  };

  return {
    async signIn(caller, { provider, fields, params, tellsOnPage = false }) {
      const begins = (await parts(caller)).flows.get(provider)?.begin !== undefined;
      const { value, cookies } = await call(caller, {
        act: begins ? beginSignIn : finishSignIn,
        action: begins ? "signin" : "callback",
        provider,
        fields,
        params,
        tellsOnPage,
      });
      return { value: targetOf(value), cookies };
    },
    async requireFresh(caller, options = {}) {
      const { requireFresh } = await import("./fresh.js");
      return requireFresh({ ...deps, parts: await parts(caller) }, caller, options);
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
      if (value.kind !== "json") return { value: null, cookies };
      if (value.status === 503) throw unavailable(undefined);
      return { value: isRecord(value.body) ? value.body : null, cookies };
    },
  };
}

interface Call {
  readonly act: Action;
  readonly action: string;
  readonly fields: SignInCall["fields"];
  readonly provider?: string;
  readonly params?: SignInCall["params"];
  readonly tellsOnPage?: boolean;
}

function incomingOf({ settings }: HandlerDeps, { headers, origin, ip }: Caller, call: Call) {
  const site = {
    origin: settings.origin ?? origin,
    basePath: settings.basePath,
    routes: settings.plugins.paths,
  };
  const query = new URLSearchParams([...(call.params ?? [])].map(([name, value]) => [name, value]));
  return {
    action: call.action,
    url: new URL(actionUrl(site, call.action, call.provider)),
    site,
    method: "POST",
    headers,
    query: Fields.fromPairs(query),
    body: Fields.fromObject(call.fields),
    providerId: call.provider,
    ip,
  };
}

/** What a form could not have brought is refused here as there. */
function assertWhole(fields: SignInCall["fields"]): void {
  const odd = Object.entries(fields).find(
    ([, value]) => typeof value === "string" && !isWholeText(value),
  );
  if (!odd) return;
  throw new AuthError(
    `The value of ${JSON.stringify(odd[0])} holds a character that is none: NUL, or half of a surrogate pair.`,
  );
}

function targetOf(outcome: Outcome): string {
  if (outcome.kind === "redirect") return outcome.to;
  throw new TypeError("A sign-in or sign-out ended without a place to go.");
}
