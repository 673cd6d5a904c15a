import type { TokenSet } from "../types/account.js";

/** Seconds that an access token has left when it is given away. */
export const usualMargin = 60;

type Expiring = Pick<TokenSet, "access_token" | "expires_at">;

/** Seconds until an access token runs out; for ever where nothing is said about it. */
export function secondsLeft({ expires_at }: Expiring): number {
  // Stores without numbers of this size may give it as text.
  return expires_at ? Number(expires_at) - Date.now() / 1000 : Infinity;
}

/** Whether there is an access token that has not run out. */
export function isUsable(tokens: Expiring): boolean {
  return Boolean(tokens.access_token) && secondsLeft(tokens) > 0;
}
