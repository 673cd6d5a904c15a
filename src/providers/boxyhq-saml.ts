import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by SAML Jackson's userinfo endpoint. */
export interface BoxyHQSAMLProfile {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  roles?: string[];
  groups?: string[];
  requested?: Record<string, string>;
  raw?: Record<string, unknown>;
}

/**
 * Signs users in through the SAML connections of a BoxyHQ SAML Jackson server.
 *
 * ```ts
 * import SAMLJackson from "latchkey/providers/boxyhq-saml";
 *
 * providers: [SAMLJackson({ issuer: "https://jackson.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/boxyhq-saml`
 *
 * @see https://boxyhq.com/docs/jackson/overview
 */
export default function SAMLJackson<const Id extends IdOrProfile = "boxyhq-saml">(
  options: OAuthUserConfig<BoxyHQSAMLProfile, Id> = {},
): OAuth2Config<BoxyHQSAMLProfile, IdOr<Id, "boxyhq-saml">> {
  return {
    id: "boxyhq-saml",
    name: "BoxyHQ SAML",
    ...oauth,
    // The scope `openid` would require signing keys, which plain OAuth doesn't need.
    authorization: {
      url: below(options.issuer, "api/oauth/authorize"),
      params: { provider: "saml", scope: "" },
    },
    token: below(options.issuer, "api/oauth/token"),
    userinfo: below(options.issuer, "api/oauth/userinfo"),
    profile: (profile) => ({
      id: String(profile.id),
      name: fullName(profile.firstName, profile.lastName),
      email: profile.email,
      image: null,
    }),
    style: { brandColor: "#25c2a0" },
    options,
  };
}
