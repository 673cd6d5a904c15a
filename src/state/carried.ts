import { clearChunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomText } from "../crypto/random.js";
import { openToken, sealToken, type Claims } from "../crypto/token.js";
import { AuthError } from "../errors.js";
import type { CookieOption } from "../types/cookies.js";
import type { State } from "./state.js";

export interface CarryContext {
  readonly jar: CookieJar;
  readonly keys: KeyRing;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly state: State;
}

/** Under which name claims are carried, for what, and for how many seconds. */
export interface Carrier {
  readonly cookie: CookieOption;
  readonly salt: string;
  readonly maxAge: number;
}

export interface Carried {
  readonly claims: Claims;
  readonly exp: number;
  /** What the browser sent. */
  readonly token: string;
}

/**
 * Characters of a cookie that isn't the session: with a large session beside it, all of them must fit into the
 * headers that servers accept.
 */
export const longestCarried = 3 * 1024;
/** Characters of a text in shared state, and how many texts one sign-in may take. */
const partLength = 1000;
const mostParts = 128;

/**
 * Lets one browser bring claims back after a redirect: sealed in a cookie or, if they don't fit or are to stay out
 * of it (tokens of a provider), sealed in shared state with only their key in the cookie.
 */
export async function carry(
  context: CarryContext,
  { cookie, salt, maxAge }: Carrier,
  { claims, apart = false }: { readonly claims: object; readonly apart?: boolean },
): Promise<void> {
  const { jar, keys, now, state } = context;
  const whole = await sealToken(keys, { salt, claims, maxAge, now });
  const isKept = !apart && whole.length <= longestCarried;
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

/** What the browser brings back; undefined if it has nothing, or what it has is over. Rejects if the state is down. */
export async function readCarried(
  context: CarryContext,
  { cookie, salt }: Omit<Carrier, "maxAge">,
): Promise<Carried | undefined> {
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
      `What the provider sent is too large to keep during the sign-in: ${text.length} characters, at most ${mostParts * partLength} fit. Ask it for fewer claims, such as groups.`,
    );
  }
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * partLength, (index + 1) * partLength),
  );
}

function partKey(id: string, index: number): string {
  return `carried:${id}.${index}`;
}
