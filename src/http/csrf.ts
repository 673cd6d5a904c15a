import type { CookieJar } from "../cookies/jar.js";
import { authenticate, equalText, isAuthentic } from "../crypto/hash.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomHex } from "../crypto/random.js";
import type { CookieOption } from "../types/cookies.js";
import { secureOrigin } from "./outside.js";

const purpose = "csrf";

export interface CsrfContext {
  readonly keys: KeyRing;
  readonly jar: CookieJar;
  readonly cookies: { readonly csrf: CookieOption };
}

/**
 * The token that forms must send back: the one the browser has, or a new one with its cookie. The
 * cookie holds the token and its HMAC, so that a cookie planted from elsewhere is not accepted.
 */
export async function csrfToken(context: CsrfContext): Promise<string> {
  return (await tokenInCookie(context)) ?? renewCsrfToken(context);
}

/** Issues a new token. Done when somebody signs in or out, so that older forms go stale. */
export async function renewCsrfToken({ keys, jar, cookies }: CsrfContext): Promise<string> {
  const token = randomHex(32);
  jar.set(cookies.csrf, `${token}|${await authenticate(keys, purpose, token)}`);
  return token;
}

/** Whether the token that was sent is the browser's own. */
export async function isCsrfToken(
  context: CsrfContext,
  submitted: string | undefined,
): Promise<boolean> {
  const own = await tokenInCookie(context);
  return own !== undefined && submitted !== undefined && equalText(context.keys, own, submitted);
}

async function tokenInCookie({ keys, jar, cookies }: CsrfContext): Promise<string | undefined> {
  const [token = "", mac = "", ...rest] = (jar.get(cookies.csrf.name) ?? "").split("|");
  if (!/^[0-9a-f]{64}$/.test(token) || rest.length > 0) return undefined;
  return (await isAuthentic(keys, purpose, { text: token, mac })) ? token : undefined;
}

/** What is wrong with the cookie of the token; undefined when it is in order. */
export async function csrfCookieFault(context: CsrfContext): Promise<string | undefined> {
  const { jar, cookies } = context;
  if (jar.get(cookies.csrf.name) === undefined) {
    return "The browser sent no cookie with such a token.";
  }
  if ((await tokenInCookie(context)) !== undefined) return undefined;
  return "The cookie of the token was made with another secret than this process has.";
}

/** Why a POST is taken to come from another site; undefined when it does not. */
export function crossSiteReason(headers: Headers, origin: string): string | undefined {
  const from = headers.get("origin");
  const fetchSite = headers.get("sec-fetch-site");
  if (from !== origin && from === secureOrigin(origin)) {
    return `The browser is at ${from} and this server believes to be at ${origin}. Behind a proxy that ends TLS, set AUTH_URL to the site's https URL, or make the framework trust the proxy ("trust proxy" in Express).`;
  }
  if (fetchSite !== null) {
    return fetchSite === "same-origin" || fetchSite === "none"
      ? undefined
      : `The browser marked the request as ${JSON.stringify(fetchSite)}${from === null ? "" : `, from ${JSON.stringify(from)}`}; this site is ${origin}.`;
  }
  if (from === null || from === origin) return undefined;
  return `The request came from ${JSON.stringify(from)} and this site is ${origin}. If both are yours, set AUTH_URL, or make the framework trust the proxy in front of it.`;
}
