import type { CookieOption } from "../../types/cookies.js";
import type { CookieJar } from "../cookies/jar.js";
import { authenticate, equalText, isAuthentic } from "../crypto/hash.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomHex } from "../crypto/random.js";
import { secureOrigin } from "./public-origin.js";

const purpose = "csrf";

export interface CsrfContext {
  readonly keys: KeyRing;
  readonly jar: CookieJar;
  readonly cookies: { readonly csrf: CookieOption };
}

/**
 * The token that forms must send: the browser's, or a new one with its cookie. The cookie contains the token
 * and its HMAC, so a planted cookie isn't accepted.
 */
export async function csrfToken(context: CsrfContext): Promise<string> {
  return (await tokenInCookie(context)) ?? renewCsrfToken(context);
}

/** Issues a new token when a user signs in or out, so that older forms become invalid. */
export async function renewCsrfToken({ keys, jar, cookies }: CsrfContext): Promise<string> {
  const token = randomHex(32);
  jar.set(cookies.csrf, `${token}|${await authenticate(keys, purpose, token)}`);
  return token;
}

/** Whether the submitted token belongs to this browser. */
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

/** What is wrong with the token's cookie; undefined if it's valid. */
export async function csrfCookieFault(
  context: CsrfContext,
): Promise<"no-cookies" | "other-secret" | undefined> {
  const { jar, cookies } = context;
  if (jar.get(cookies.csrf.name) === undefined) return "no-cookies";
  return (await tokenInCookie(context)) === undefined ? "other-secret" : undefined;
}

/** Why a POST counts as cross-site; undefined if it doesn't. */
export function crossSiteReason(headers: Headers, origin: string): string | undefined {
  const from = headers.get("origin");
  const fetchSite = headers.get("sec-fetch-site");
  if (from !== origin && from === secureOrigin(origin)) {
    return `The browser is at ${from}, but this server takes the site's URL to be ${origin}. Behind a proxy that terminates TLS, set AUTH_URL to the site's https URL, or make the framework trust the proxy ("trust proxy" in Express).`;
  }
  if (fetchSite !== null) {
    return fetchSite === "same-origin" || fetchSite === "none"
      ? undefined
      : `The browser marked the request as ${JSON.stringify(fetchSite)}${from === null ? "" : `, from ${JSON.stringify(from)}`}; this site is ${origin}.`;
  }
  if (from === null || from === origin) return undefined;
  return `The request came from ${JSON.stringify(from)} but this site is ${origin}. If both are yours, set AUTH_URL, make the framework trust the proxy in front of it, or add the origin to \`trustedOrigins\`.`;
}
