import { clearChunked, readChunked, writeChunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { openToken, sealToken } from "../crypto/token.js";
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
/** A longer one is left out: the provider then asks whether to sign out. */
const longestToken = 6 * 1024;

/** Remembers where somebody signed in, in a cookie of its own. */
export async function keepProvider(
  { jar, cookies, keys, now }: ProviderSessionContext,
  { provider, id_token }: Account,
): Promise<void> {
  const isKept = id_token !== undefined && id_token.length <= longestToken;
  const claims = { provider, ...(isKept && { idToken: id_token }) };
  const value = await sealToken(keys, { salt, claims, maxAge: lasts, now });
  writeChunked(jar, cookies.there, { value, maxAge: lasts });
}

export function forgetProvider({ jar, cookies }: Pick<ProviderSessionContext, "jar" | "cookies">) {
  clearChunked(jar, cookies.there);
}

export async function readProvider(
  context: ProviderSessionContext,
): Promise<ProviderSession | undefined> {
  const token = readChunked(context.jar, context.cookies.there);
  if (token === undefined) return undefined;
  const opened = await openToken(context.keys, { salt, token, now: context.now });
  if (!opened.ok) return undefined;
  const { provider, idToken } = opened.claims;
  if (typeof provider !== "string") return undefined;
  return { provider, idToken: typeof idToken === "string" ? idToken : undefined };
}
