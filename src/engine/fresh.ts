import { CookieJar } from "../cookies/jar.js";
import { actionUrl, withQuery } from "../http/urls.js";
import { isAccepted, sealAsk } from "../sessions/ask.js";
import { faultOf, unavailable } from "../sessions/fault.js";
import { freshFor, isFresh, readProof } from "../sessions/fresh.js";
import type { CurrentSession } from "../sessions/index.js";
import { resolveRedirect } from "../http/redirect.js";
import { asError } from "../thrown.js";
import type { Freshness, FreshOptions } from "../types/fresh.js";
import type { Parts } from "../config/parts.js";
import type { Caller } from "./caller.js";
import type { HandlerDeps } from "./context.js";

/** What `requireFresh` of the frameworks does. Changes nothing. */
export async function requireFresh(
  { settings, parts }: HandlerDeps & { readonly parts: Parts },
  { headers, origin }: Caller,
  options: FreshOptions,
): Promise<Freshness> {
  const site = { origin: settings.origin ?? origin, basePath: settings.basePath };
  const { within = freshFor / 1000, methods, redirectTo } = options;
  const jar = new CookieJar(headers.get("cookie"));
  const cookies = settings.cookies(settings.isSecure(site.origin));
  const { keys } = settings;
  const now = Date.now();
  const session = { jar, cookie: cookies.session, now, renew: false };
  const current = await known(() => parts.sessions.about(session));
  const callbackUrl = await resolveRedirect(redirectTo, site, settings.callbacks.redirect);
  const signInUrl = withQuery(actionUrl(site, "signin"), { callbackUrl });
  if (!current || current.userId === null) return { ok: false, url: signInUrl };
  const { userId } = current;
  const proof = await readProof({ jar, cookie: cookies.proof, keys, now }, userId);
  const accepts = (id: string | undefined) =>
    !methods || (id !== undefined && isAccepted(methods, { id, type: parts.flows.get(id)?.type }));
  const proven = [proof, signedIn(current, userId)].some(
    (one) => one && isFresh(one, now, within * 1000) && accepts(one.provider),
  );
  if (proven) return { ok: true };
  const prove = await sealAsk({ keys, now }, { userId, within, methods });
  return { ok: false, url: withQuery(signInUrl, { prove }) };
}

/** To have signed in is a proof, where the session knows when that was. */
function signedIn({ authTime, provider = "" }: CurrentSession, userId: string) {
  return authTime === undefined ? null : { userId, provider, at: authTime * 1000 };
}

/** Where it can not be told who is signed in, nothing can be said of their proofs. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error) === "store" ? unavailable(asError(error)) : error;
  }
}
