import { coreOf } from "../../actions/plugin-context.js";
import type { Context } from "../../core/plugin.js";
import { toBase64Url } from "../../crypto/encoding.js";

/** Each user of a browser has a cookie of their own in it. */
async function nameOf(context: Context, userId: string): Promise<string> {
  const hash = await coreOf(context).keys.backend.sha(256, userId);
  return `browser.${toBase64Url(hash).slice(0, 12)}`;
}

/** Whose second factor it is about. */
export interface KnownFor {
  readonly userId: string;
  /** Of the set-up: once it is replaced, no browser is remembered any more. */
  readonly id: string;
}

/** The user doesn't want to be asked again in this browser for so many seconds. */
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
