import { signedInAs } from "../accounts/signed-in.js";
import type { Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import { storedAccessToken } from "../tokens/stored.js";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.js";
import { partsOf } from "./parts-of.js";

export interface WantedToken extends AccessTokenOptions {
  /** Id of the provider. */
  readonly provider: string;
}

/** Who asks, and for what. */
export interface TokenAsked {
  readonly cookie: string | null | undefined;
  readonly origin: string;
  readonly wanted: WantedToken;
}

/**
 * An access token of whoever is signed in, for a provider of the configuration; null when nobody is. Throws an
 * `AccessTokenError` when there is none.
 */
export async function accessTokenOf(
  settings: Settings,
  { cookie, origin, wanted }: TokenAsked,
): Promise<AccessToken | null> {
  const parts = await partsOf(settings);
  const userId = await signedInAs({
    jar: new CookieJar(cookie),
    cookies: settings.cookies(settings.isSecure(settings.origin ?? origin)),
    now: Date.now(),
    sessions: parts.sessions,
    store: parts.store,
  });
  return userId === null ? null : storedAccessToken({ settings, parts }, { ...wanted, userId });
}
