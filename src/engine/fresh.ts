import { freshness } from "../accounts/freshness.js";
import type { Parts } from "../config/parts.js";
import { CookieJar } from "../cookies/jar.js";
import { resolveRedirect } from "../http/redirect.js";
import { faultOf, unavailable } from "../sessions/fault.js";
import { asError } from "../thrown.js";
import type { Freshness, FreshOptions } from "../types/fresh.js";
import type { Caller } from "./caller.js";
import type { HandlerDeps } from "./context.js";

/** What `requireFresh` of the frameworks does. Changes nothing. */
export async function requireFresh(
  { settings, parts }: HandlerDeps & { readonly parts: Parts },
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
    flows: parts.flows,
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
