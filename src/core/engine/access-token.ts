import type { AccessToken, AccessTokenOptions } from "../../types/tokens.js";
import type { Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import { signedInAs } from "../sessions/signed-in.js";
import { storedAccessToken } from "../tokens/stored.js";
import type { Sent } from "./engine.js";
import { partsOf } from "./parts-of.js";

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
  return userId === null ? null : storedAccessToken({ settings, parts }, { ...wanted, userId });
}
