import type { IdOr } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { claimsOf } from "./shared/jwt-claims.js";
import { oauth } from "./shared/oauth.js";

/** A character as the access token tells it. */
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
 * Signs people in as one of their EVE Online characters.
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
export default function EVEOnline<const Id extends string = "eveonline">(
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
    // There is no endpoint to ask: the access token tells whose it is.
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
    throw new Error("The access token was expected to be about a character, for this client.");
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
