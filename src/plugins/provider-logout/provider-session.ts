import type { Context } from "../../core/plugin.js";
import type { Account } from "../../types/account.js";
import { endSessionAt } from "./end-session.js";
import { inquiryOf } from "./inquiry.js";

/** The provider where a browser is signed in, and its ID token. */
export interface ProviderSession {
  readonly provider: string;
  readonly idToken?: string | undefined;
}

const cookie = "session";
/** Seconds. */
const lasts = 30 * 24 * 60 * 60;
/** Longest ID token, in characters, that fits into the cookie when encrypted. */
const longest = 2 * 1024;

/** Remembers the provider after a sign-in, if users can sign out there. */
export async function noteProvider(context: Context, account: Account): Promise<void> {
  if (await canLeave(context, account.provider)) return keepProvider(context, account);
  if (await context.cookie.read(cookie)) context.cookie.clear(cookie);
}

/** If the provider can't be reached now, discovery is repeated at sign-out. */
async function canLeave(context: Context, provider: string): Promise<boolean> {
  const run = inquiryOf(context, provider);
  if (!run) return false;
  try {
    return (await endSessionAt(run)) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Stores the provider. An ID token that is too long is left out: the provider then asks the user to
 * confirm.
 */
async function keepProvider(context: Context, account: Account): Promise<void> {
  const { provider, id_token: idToken } = account;
  const whole = { provider, idToken };
  const isShort = encodeURIComponent(JSON.stringify(whole)).length <= longest;
  await context.cookie.write(cookie, isShort ? whole : { provider }, lasts);
}

/** Returns the provider to sign out at, and forgets it. */
export async function takeProvider(context: Context): Promise<ProviderSession | undefined> {
  const claims = await context.cookie.read(cookie);
  if (!claims) return undefined;
  context.cookie.clear(cookie);
  const { provider, idToken } = claims;
  if (typeof provider !== "string") return undefined;
  return { provider, idToken: typeof idToken === "string" ? idToken : undefined };
}
