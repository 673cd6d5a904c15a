import type { AccessToken, AccessTokenOptions } from "../types/tokens.js";
import type { Settings } from "../core/config/settings.js";
import { CookieJar } from "../core/cookies/jar.js";
import type { Sent } from "../core/engine/engine.js";
import { partsOf } from "../core/engine/parts-of.js";
import { signedInAs } from "../core/sessions/signed-in.js";
import { storedAccessToken } from "../core/tokens/stored.js";
import { refresherOf } from "../flows/oauth/tokens/refresher.js";

// Only who asks for tokens refreshes them, so signing in doesn't bring this.
export { refresherOf, storedAccessToken };

export interface WantedToken extends AccessTokenOptions {
  /** The provider's id. */
  readonly provider: string;
}

/** Who wants it, and what for. */
export interface TokenAsked {
  readonly sent: Sent;
  readonly origin: string;
  readonly wanted: WantedToken;
}

/**
 * Returns an access token of the signed-in user for a configured provider; null if nobody is signed in.
 * Throws an `AccessTokenError` if there's none.
 */
export async function accessTokenOf(
  settings: Settings,
  { sent, origin, wanted }: TokenAsked,
): Promise<AccessToken | null> {
  const parts = await partsOf(settings);
  const userId = await signedInAs({
    jar: new CookieJar(sent.cookie, settings.plugins.identify && sent.authorization),
    cookies: settings.cookies(settings.isSecure(settings.origin ?? origin)),
    now: Date.now(),
    sessions: parts.sessions,
    store: parts.store,
  });
  if (userId === null) return null;
  return storedAccessToken({ settings, parts, refresherOf }, { ...wanted, userId });
}
