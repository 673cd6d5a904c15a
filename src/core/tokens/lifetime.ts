import type { TokenSet } from "../../types/account.js";

/** The minimum number of seconds an access token is valid for when it's handed out. */
export const usualMargin = 60;

type Expiring = Pick<TokenSet, "access_token" | "expires_at">;

/** Seconds until an access token expires; infinite if unknown. */
export function secondsLeft({ expires_at }: Expiring): number {
  // Some stores return large numbers as strings.
  return expires_at ? Number(expires_at) - Date.now() / 1000 : Infinity;
}

/** Whether there's an access token that hasn't expired. */
export function isUsable(tokens: Expiring): boolean {
  return Boolean(tokens.access_token) && secondsLeft(tokens) > 0;
}
