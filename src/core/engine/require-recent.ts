import type { Freshness, FreshOptions } from "../../types/recent-sign-in.js";
import { asError } from "../errors/as-error.js";
import { Fields } from "../http/fields.js";
import { actionUrl } from "../http/urls.js";
import { faultOf, unavailable } from "../sessions/fault.js";
import { freshness } from "../step-up/step-up.js";
import type { Caller } from "./caller.js";
import { createContext, type PerformDeps } from "./context.js";

/** Implements the frameworks' `requireFresh`. Changes nothing. */
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

/** If it's unknown who is signed in, their proof is unknown too. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error) === "store" ? unavailable(asError(error)) : error;
  }
}
