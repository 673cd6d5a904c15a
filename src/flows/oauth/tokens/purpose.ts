import type { IDToken } from "oauth4webapi";
import { isRecord } from "../../../core/values/json.js";
import type { TokenHeader } from "../client/jws.js";

/** What identifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/**
 * Throws if a token was made for another purpose than signing in (RFC 8725, section 3.11): the same keys sign
 * access tokens, logout tokens and authorization responses.
 */
export function assertIdToken({ typ }: TokenHeader, claims: IDToken): void {
  const kind = typ?.toLowerCase().replace(/^application\//, "");
  const isOther = kind?.endsWith("+jwt") === true && kind !== "id_token+jwt";
  const { events } = claims;
  if (isOther || (isRecord(events) && Object.hasOwn(events, logoutEvent))) {
    throw new Error("The token sent as the ID token was issued for another purpose.");
  }
}
