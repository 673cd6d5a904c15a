import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import type { Flow } from "../flows/flow.js";
import { actionUrl, withQuery, type Site } from "../http/urls.js";
import { isAccepted, sealAsk } from "../sessions/ask.js";
import { freshFor, isFresh, readProof } from "../sessions/fresh.js";
import type { CurrentSession, Sessions } from "../sessions/index.js";
import type { Freshness, FreshOptions } from "../types/fresh.js";

export interface FreshnessContext {
  readonly site: Site;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly sessions: Sessions;
  readonly flows: ReadonlyMap<string, Flow>;
}

export interface Wanted extends Omit<FreshOptions, "redirectTo"> {
  /** Where to go once it is proven. */
  readonly callbackUrl: string;
}

/** Whether who is signed in has proven of late who they are; else where they can. Changes nothing. */
export async function freshness(context: FreshnessContext, wanted: Wanted): Promise<Freshness> {
  const { site, jar, cookies, keys, now, sessions, flows } = context;
  const { within = freshFor / 1000, methods, callbackUrl } = wanted;
  const signInUrl = withQuery(actionUrl(site, "signin"), { callbackUrl });
  const current = await sessions.about({ jar, cookie: cookies.session, now, renew: false });
  if (!current || current.userId === null) return { ok: false, url: signInUrl };
  const { userId } = current;
  const proof = await readProof({ jar, cookie: cookies.proof, keys, now }, userId);
  const accepts = (id: string | undefined) =>
    !methods || (id !== undefined && isAccepted(methods, { id, type: flows.get(id)?.type }));
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
