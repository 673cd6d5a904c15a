import type { ResponseCookie } from "../../types/http.js";
import type { Freshness, FreshOptions } from "../../types/recent-sign-in.js";
import type { Action } from "../actions/context.js";
import type { Parts } from "../config/parts.js";
import { AuthError, CredentialsSignin } from "../errors/errors.js";
import { Fields } from "../http/fields.js";
import type { Outcome } from "../http/outcome.js";
import { RequestProblem } from "../http/request-problem.js";
import { actionUrl } from "../http/urls.js";
import { unavailable } from "../sessions/fault.js";
import { isRecord } from "../values/json.js";
import { isWholeText } from "../values/text.js";
import { beginSignIn, finishSignIn, signOut, updateSession } from "./actions.js";
import type { Caller } from "./caller.js";
import type { HandlerDeps } from "./context.js";
import { failureOutcome } from "./failure.js";
import { perform } from "./perform.js";

export type { Caller } from "./caller.js";

/** Where to send the browser, and the cookies to set. */
export interface Called<T> {
  readonly value: T;
  readonly cookies: readonly ResponseCookie[];
}

export interface SignInCall {
  readonly provider: string;
  /** Form fields: credentials, an email address, `callbackUrl`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Query parameters to add to the provider's authorization URL. */
  readonly params: Iterable<readonly [string, string]>;
  /**
   * Return the URL of the error page instead of throwing, for errors that a page would show. Wrong
   * credentials are thrown anyway: the app's own form shows those.
   */
  readonly tellsOnPage?: boolean;
}

/** The actions without HTTP, for frameworks. They throw the `AuthError` on failure. */
export interface Calls {
  /** Starts a sign-in, or finishes one in a single step. The value is where to go. */
  signIn(caller: Caller, call: SignInCall): Promise<Called<string>>;
  signOut(caller: Caller, fields: SignInCall["fields"]): Promise<Called<string>>;
  updateSession(caller: Caller, data: unknown): Promise<Called<unknown>>;
  /**
   * Whether the signed-in user proved recently who they are, otherwise the page to send them to. If nobody is
   * signed in, that's the sign-in page. Throws `SessionUnavailable` if the store is down.
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
      const { requireFresh } = await import("./require-recent.js");
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

/** Applies the same checks to values as to a form. */
function assertWhole(fields: SignInCall["fields"]): void {
  const odd = Object.entries(fields).find(
    ([, value]) => typeof value === "string" && !isWholeText(value),
  );
  if (!odd) return;
  throw new AuthError(
    `The value of ${JSON.stringify(odd[0])} contains an invalid character: NUL, or an unpaired surrogate.`,
  );
}

function targetOf(outcome: Outcome): string {
  if (outcome.kind === "redirect") return outcome.to;
  throw new TypeError("A sign-in or sign-out returned no URL to go to.");
}
