import { toBase64Url } from "../crypto/encoding.js";
import { openToken, sealToken } from "../crypto/token.js";
import type { CookieOption } from "../types/cookies.js";
import type { PendingContext } from "./pending.js";

type BrowserContext = Omit<PendingContext, "state">;

const salt = "latchkey.known-browser";

/** Each person who uses a browser has a cookie of their own in it. */
async function cookieOf({ cookies, keys }: BrowserContext, userId: string): Promise<CookieOption> {
  const name = toBase64Url(await keys.backend.sha(256, userId)).slice(0, 12);
  return { ...cookies.knownBrowser, name: `${cookies.knownBrowser.name}.${name}` };
}

/** Whose set-up of the second step it is about. */
export interface KnownFor {
  readonly userId: string;
  /** Of the set-up: when it is replaced, no browser is known any more. */
  readonly id: string;
}

/** The person does not want to be asked again in this browser for so many seconds. */
export async function rememberBrowser(
  context: BrowserContext,
  { userId, id }: KnownFor,
  maxAge: number,
): Promise<void> {
  const { jar, keys, now } = context;
  const value = await sealToken(keys, { salt, claims: { sub: userId, of: id }, maxAge, now });
  jar.set(await cookieOf(context, userId), value, { maxAge });
}

export async function isKnownBrowser(
  context: BrowserContext,
  { userId, id }: KnownFor,
): Promise<boolean> {
  const token = context.jar.get((await cookieOf(context, userId)).name);
  if (token === undefined) return false;
  const opened = await openToken(context.keys, { salt, token, now: context.now });
  return opened.ok && opened.claims["sub"] === userId && opened.claims["of"] === id;
}

export async function forgetBrowser(context: BrowserContext, userId: string): Promise<void> {
  context.jar.clear(await cookieOf(context, userId));
}
