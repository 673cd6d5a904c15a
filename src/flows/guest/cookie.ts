import { ownCookie } from "../../core/cookies/names.js";
import type { KeyRing } from "../../core/crypto/keys.js";
import { openToken, sealToken } from "../../core/crypto/token.js";
import type { ProvisionalContext } from "../../core/provisional/users.js";
import type { CookieOption } from "../../types/cookies.js";
import type { GuestRow } from "./table.js";

const salt = "latchkey.guest";

/** What a browser knows about its guest. */
export type HeldGuest = Pick<GuestRow, "userId" | "mark">;

export type CookieContext = Pick<ProvisionalContext, "jar" | "cookie" | "now">;

/** Beside the session's, so that it's secure where that one is. */
export function guestCookie({ cookie }: Pick<ProvisionalContext, "cookie">): CookieOption {
  return ownCookie(cookie.options.secure === true, "guest");
}

export async function readGuest(keys: KeyRing, context: CookieContext): Promise<HeldGuest | null> {
  const token = context.jar.get(guestCookie(context).name);
  if (token === undefined) return null;
  const opened = await openToken(keys, { salt, token, now: context.now });
  if (!opened.ok) return null;
  const { sub, mark } = opened.claims;
  return typeof sub === "string" && typeof mark === "string" ? { userId: sub, mark } : null;
}

interface Written extends HeldGuest {
  /** Seconds. */
  readonly maxAge: number;
}

export async function writeGuest(
  keys: KeyRing,
  context: CookieContext,
  { userId, mark, maxAge }: Written,
): Promise<void> {
  const claims = { sub: userId, mark };
  const value = await sealToken(keys, { salt, claims, maxAge, now: context.now });
  context.jar.set(guestCookie(context), value, { maxAge });
}

export function forgetGuest(context: CookieContext): void {
  context.jar.clear(guestCookie(context));
}
