import { ownCookie } from "../../core/cookies/names.js";
import type { KeyRing } from "../../core/crypto/keys.js";
import { openCookie, sealCookie } from "../../core/cookies/sealed.js";
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
  const { sub, mark } = (await openCookie({ ...context, keys }, guestCookie(context), salt)) ?? {};
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
  await sealCookie({ ...context, keys }, guestCookie(context), { salt, claims, maxAge });
}

export function forgetGuest(context: CookieContext): void {
  context.jar.clear(guestCookie(context));
}
