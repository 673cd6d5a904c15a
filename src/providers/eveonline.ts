import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";

/** A character, from the access token. */
export interface EVEOnlineProfile {
  CharacterID: number;
  CharacterName: string;
  ExpiresOn: string;
  Scopes: string;
  TokenType: string;
  CharacterOwnerHash: string;
  IntellectualProperty: string;
}

/**
 * Signs users in as one of their EVE Online characters.
 *
 * ```ts
 * import EVEOnline from "latchkey/providers/eveonline";
 *
 * providers: [EVEOnline]; // with AUTH_EVEONLINE_ID and AUTH_EVEONLINE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/eveonline`
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 */
export default function EVEOnline<const Id extends IdOrProfile = "eveonline">(
  options: OAuthUserConfig<EVEOnlineProfile, Id> = {},
): OAuth2Config<EVEOnlineProfile, IdOr<Id, "eveonline">> {
  return {
    id: "eveonline",
    name: "EVE Online",
    ...oauth,
    authorization: {
      url: "https://login.eveonline.com/v2/oauth/authorize",
      params: { scope: "publicData" },
    },
    token: "https://login.eveonline.com/v2/oauth/token",
    // There's no userinfo endpoint: the access token contains the character.
    userinfo: {
      request: ({ tokens, provider }) => characterOf(claimsOf(tokens.access_token), provider),
    },
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.CharacterID),
      name: profile.CharacterName,
      email: null,
      image: `https://images.evetech.net/characters/${profile.CharacterID}/portrait?size=128`,
    }),
    style: { brandColor: "#1f2a37" },
    options,
  };
}

const issuers: readonly unknown[] = ["login.eveonline.com", "https://login.eveonline.com"];

function characterOf(
  claims: Readonly<Record<string, unknown>>,
  { clientId }: { readonly clientId?: string | undefined },
): EVEOnlineProfile {
  const { iss, aud, sub, name, owner, exp, scp } = claims;
  const id = /^CHARACTER:EVE:(\d+)$/.exec(String(sub))?.[1];
  if (!issuers.includes(iss) || ![aud].flat().includes(clientId) || id === undefined) {
    throw new Error("The access token isn't for a character, or was issued to another client.");
  }
  return {
    CharacterID: Number(id),
    CharacterName: String(name),
    CharacterOwnerHash: String(owner),
    ExpiresOn: new Date(Number(exp) * 1000).toISOString().slice(0, 19),
    Scopes: [scp ?? []].flat().map(String).join(" "),
    TokenType: "Character",
    IntellectualProperty: "EVE",
  };
}

/**
 * The claims of a JWT that came directly from the token endpoint over TLS, which proves its origin
 * (OpenID Connect Core, section 3.1.3.7, point 6). Never use it for other tokens.
 */
function claimsOf(jwt: string | undefined): Record<string, unknown> {
  const payload = (jwt ?? "").split(".")[1] ?? "";
  try {
    const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(claims)) return claims;
  } catch {
    // Parsers quote what they can't parse, and this is a token.
  }
  throw new Error("The access token isn't a JWT.");
}
