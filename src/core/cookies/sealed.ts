import type { CookieOption } from "../../types/cookies.js";
import type { KeyRing } from "../crypto/keys.js";
import { openToken, sealToken, type Claims } from "../crypto/token.js";
import type { CookieJar } from "./jar.js";

/** What encrypted cookies need from a request. */
export interface Sealing {
  readonly jar: CookieJar;
  readonly keys: KeyRing;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Content {
  readonly salt: string;
  readonly claims: object;
  /** Seconds. */
  readonly maxAge: number;
}

/** Sets a cookie with encrypted claims, which expire with it. */
export async function sealCookie(
  { jar, keys, now }: Sealing,
  cookie: CookieOption,
  content: Content,
): Promise<void> {
  const value = await sealToken(keys, { ...content, now });
  jar.set(cookie, value, { maxAge: content.maxAge });
}

/** The claims in a cookie; undefined if there's none, or it has expired or isn't ours. */
export async function openCookie(
  { jar, keys, now }: Sealing,
  { name }: CookieOption,
  salt: string,
): Promise<Claims | undefined> {
  const token = jar.get(name);
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  return opened?.ok ? opened.claims : undefined;
}
