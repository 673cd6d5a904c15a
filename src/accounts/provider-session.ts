import { clearChunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { openToken, sealToken } from "../crypto/token.js";
import { longestCarried } from "../state/carried.js";
import type { Account } from "../types/account.js";

export interface ProviderSessionContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
}

/** The provider at which a browser is signed in, and the ID token that says so. */
export interface ProviderSession {
  readonly provider: string;
  readonly idToken?: string | undefined;
}

const salt = "latchkey.provider-session";
/** Seconds. */
const lasts = 30 * 24 * 60 * 60;

/** Remembers the provider of a sign-in. An ID token that is too long is left out: the provider then asks. */
export async function keepProvider(
  { jar, cookies, keys, now }: ProviderSessionContext,
  { provider, id_token: idToken }: Account,
): Promise<void> {
  const seal = (claims: object) => sealToken(keys, { salt, claims, maxAge: lasts, now });
  const whole = await seal({ provider, idToken });
  const value = whole.length <= longestCarried ? whole : await seal({ provider });
  clearChunked(jar, cookies.there);
  jar.set(cookies.there, value, { maxAge: lasts });
}

export function forgetProvider({ jar, cookies }: Pick<ProviderSessionContext, "jar" | "cookies">) {
  clearChunked(jar, cookies.there);
}

export async function readProvider(
  context: ProviderSessionContext,
): Promise<ProviderSession | undefined> {
  const token = context.jar.get(context.cookies.there.name);
  if (token === undefined) return undefined;
  const opened = await openToken(context.keys, { salt, token, now: context.now });
  if (!opened.ok) return undefined;
  const { provider, idToken } = opened.claims;
  if (typeof provider !== "string") return undefined;
  return { provider, idToken: typeof idToken === "string" ? idToken : undefined };
}
