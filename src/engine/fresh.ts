import { freshness } from "../accounts/step-up.js";
import { CookieJar } from "../cookies/jar.js";
import { resolveRedirect } from "../http/redirect.js";
import { faultOf, unavailable } from "../sessions/fault.js";
import { asError } from "../thrown.js";
import type { Freshness, FreshOptions } from "../types/fresh.js";
import type { Caller } from "./caller.js";
import { secondStepDeps, type PerformDeps } from "./context.js";

/** What `requireFresh` of the frameworks does. Changes nothing. */
export async function requireFresh(
  { settings, parts }: PerformDeps,
  { headers, origin }: Caller,
  { redirectTo, ...options }: FreshOptions,
): Promise<Freshness> {
  const site = { origin: settings.origin ?? origin, basePath: settings.basePath };
  const context = {
    site,
    jar: new CookieJar(headers.get("cookie")),
    cookies: settings.cookies(settings.isSecure(site.origin)),
    keys: settings.keys,
    now: Date.now(),
    sessions: parts.sessions,
    store: parts.store,
    flows: parts.flows,
    accountPage: settings.accountPage,
    secondStep: secondStepDeps({ settings }),
  };
  const callbackUrl = await resolveRedirect(redirectTo, site, settings.callbacks.redirect);
  return known(() => freshness(context, { ...options, callbackUrl }));
}

/** Where it can not be told who is signed in, nothing can be said of their proofs. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error) === "store" ? unavailable(asError(error)) : error;
  }
}
