import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /oauth/me`. */
export interface OssoProfile {
  id: string;
  email: string;
  name?: string;
  idp?: string;
  requested?: Record<string, string>;
}

/**
 * Signs users in through the SAML connections of an Osso server.
 *
 * ```ts
 * import Osso from "latchkey/providers/osso";
 *
 * providers: [Osso({ issuer: "https://osso.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/osso`
 *
 * @see https://ossoapp.com/docs/
 */
export default function Osso<const Id extends IdOrProfile = "osso">(
  options: OAuthUserConfig<OssoProfile, Id> = {},
): OAuth2Config<OssoProfile, IdOr<Id, "osso">> {
  return {
    id: "osso",
    name: "Osso",
    ...oauth,
    authorization: { url: below(options.issuer, "oauth/authorize"), params: { scope: "" } },
    token: below(options.issuer, "oauth/token"),
    userinfo: below(options.issuer, "oauth/me"),
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name ?? null,
      email: profile.email,
      image: null,
    }),
    style: { brandColor: "#4285f4" },
    options,
  };
}
