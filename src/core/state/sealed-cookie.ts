import type { CookieOption } from "../../types/cookies.js";
import { clearChunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomText } from "../crypto/random.js";
import { openToken, sealToken, type Claims } from "../crypto/token.js";
import { AuthError } from "../errors/errors.js";
import type { State } from "./state.js";

export interface SealedCookieContext {
  readonly jar: CookieJar;
  readonly keys: KeyRing;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly state: State;
}

/** The cookie's name, the purpose of the claims, and their lifetime in seconds. */
export interface SealedCookie {
  readonly cookie: CookieOption;
  readonly salt: string;
  readonly maxAge: number;
}

export interface SealedClaims {
  readonly claims: Claims;
  readonly exp: number;
  /** The cookies the browser sent. */
  readonly token: string;
}

/**
 * The maximum size of a cookie other than the session's: together with a large session, they must fit into
 * the headers that servers accept.
 */
export const maxSealedLength = 3 * 1024;
/** The maximum size of a value in shared state, and how many one sign-in may use. */
const partLength = 1000;
const mostParts = 128;

/**
 * Keeps claims for one browser across a redirect: sealed in a cookie or, if they don't fit or mustn't be in
 * one (a provider's tokens), sealed in shared state with only their key in the cookie.
 */
export async function writeSealed(
  context: SealedCookieContext,
  { cookie, salt, maxAge }: SealedCookie,
  { claims, apart = false }: { readonly claims: object; readonly apart?: boolean },
): Promise<void> {
  const { jar, keys, now, state } = context;
  const whole = await sealToken(keys, { salt, claims, maxAge, now });
  const isKept = !apart && whole.length <= maxSealedLength;
  const id = randomText(16);
  const parts = isKept ? [] : split(whole);
  await Promise.all(
    parts.map((part, index) => state.strict.set(partKey(id, index), part, { ttl: maxAge })),
  );
  const pointer = { apart: id, parts: parts.length };
  const value = isKept ? whole : await sealToken(keys, { salt, claims: pointer, maxAge, now });
  clearChunked(jar, cookie);
  jar.set(cookie, value, { maxAge });
}

/**
 * The claims the browser brings back; undefined if there are none, or they've expired. Rejects if the state
 * is down.
 */
export async function readSealed(
  context: SealedCookieContext,
  { cookie, salt }: Omit<SealedCookie, "maxAge">,
): Promise<SealedClaims | undefined> {
  const { jar, keys, now, state } = context;
  const token = jar.get(cookie.name);
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  if (token === undefined || !opened?.ok) return undefined;
  const { apart, parts } = opened.claims;
  if (typeof apart !== "string" || typeof parts !== "number") {
    return { claims: opened.claims, exp: opened.exp, token };
  }
  const names = Array.from({ length: parts }, (_, index) => partKey(apart, index));
  const texts = await state.strict.get(names);
  const whole = await openToken(keys, { salt, token: texts.join(""), now });
  return whole.ok ? { claims: whole.claims, exp: whole.exp, token } : undefined;
}

function split(text: string): readonly string[] {
  const count = Math.ceil(text.length / partLength);
  if (count > mostParts) {
    throw new AuthError(
      `The provider's response is too large to keep during the sign-in: ${text.length} characters; the limit is ${mostParts * partLength}. Configure the provider to send fewer claims, such as groups.`,
    );
  }
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * partLength, (index + 1) * partLength),
  );
}

function partKey(id: string, index: number): string {
  return `carried:${id}.${index}`;
}
