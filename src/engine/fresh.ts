import { freshness } from "../accounts/step-up.js";
import { Fields } from "../http/fields.js";
import { actionUrl } from "../http/urls.js";
import { faultOf, unavailable } from "../sessions/fault.js";
import { asError } from "../thrown.js";
import type { Freshness, FreshOptions } from "../types/fresh.js";
import type { Caller } from "./caller.js";
import { createContext, type PerformDeps } from "./context.js";

/** What `requireFresh` of the frameworks does. Changes nothing. */
export async function requireFresh(
  deps: PerformDeps,
  { headers, origin }: Caller,
  { redirectTo, ...options }: FreshOptions,
): Promise<Freshness> {
  const { settings } = deps;
  const site = {
    origin: settings.origin ?? origin,
    basePath: settings.basePath,
    routes: settings.plugins.paths,
  };
  const context = createContext(deps, {
    ...{ action: "session", site, headers, method: "GET", providerId: undefined },
    url: new URL(actionUrl(site, "session")),
    query: Fields.none,
    body: Fields.none,
  });
  const callbackUrl = await context.resolveRedirect(redirectTo);
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
