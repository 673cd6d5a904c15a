import type { IDToken } from "oauth4webapi";
import { fromBase64Url, fromUtf8 } from "../../../crypto/encoding.js";
import { isRecord, parseObject } from "../../../json.js";

/** What a signed token says about itself (RFC 7515, section 4). */
export interface TokenHeader {
  readonly alg: string | undefined;
  readonly typ: string | undefined;
}

export function headerOf(jws: string): TokenHeader {
  const bytes = fromBase64Url(jws.split(".", 1)[0] ?? "");
  const header = bytes && parseObject(fromUtf8(bytes));
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { alg: text(header?.["alg"]), typ: text(header?.["typ"]) };
}

/** What a logout token is known by (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/**
 * Throws when a token was made for something else than to tell who signs in (RFC 8725, section 3.11):
 * the same keys sign access tokens, logout tokens and answers of the authorization endpoint.
 */
export function assertIdToken({ typ }: TokenHeader, claims: IDToken): void {
  const kind = typ?.toLowerCase().replace(/^application\//, "");
  const isOther = kind?.endsWith("+jwt") === true && kind !== "id_token+jwt";
  const { events } = claims;
  if (isOther || (isRecord(events) && Object.hasOwn(events, logoutEvent))) {
    throw new Error("The token in place of the ID token was made for another purpose.");
  }
}
