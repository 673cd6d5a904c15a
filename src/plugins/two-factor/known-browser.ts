import { coreOf } from "../../core/actions/plugin-context.js";
import { toBase64Url } from "../../core/crypto/encoding.js";
import type { Context } from "../../core/plugin.js";

/** Each user of a browser has a cookie of their own. */
async function nameOf(context: Context, userId: string): Promise<string> {
  const hash = await coreOf(context).keys.backend.sha(256, userId);
  return `browser.${toBase64Url(hash).slice(0, 12)}`;
}

/** The user and the second factor that a browser is remembered for. */
export interface KnownFor {
  readonly userId: string;
  /** Id of the set-up. Replacing the second factor forgets all browsers. */
  readonly id: string;
}

/** Remembers this browser, so that the user isn't asked for a second factor for some time. */
export async function rememberBrowser(
  context: Context,
  { userId, id }: KnownFor,
  seconds: number,
): Promise<void> {
  await context.cookie.write(await nameOf(context, userId), { sub: userId, of: id }, seconds);
}

export async function isKnownBrowser(context: Context, { userId, id }: KnownFor): Promise<boolean> {
  const claims = await context.cookie.read(await nameOf(context, userId));
  return claims !== null && claims["sub"] === userId && claims["of"] === id;
}

export async function forgetBrowser(context: Context, userId: string): Promise<void> {
  context.cookie.clear(await nameOf(context, userId));
}
