import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Logto's ID token. */
export interface LogtoProfile extends StandardClaims {
  sub: string;
  name?: string;
  username?: string | null;
  picture?: string;
  email?: string | null;
  email_verified?: boolean;
  phone_number?: string | null;
  phone_number_verified?: boolean;
  organizations?: string[];
  organization_roles?: string[];
  roles?: string[];
}

/**
 * Signs users in through an application of Logto.
 *
 * ```ts
 * import Logto from "latchkey/providers/logto";
 *
 * providers: [Logto({ issuer: "https://example.logto.app/oidc" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/logto`
 *
 * @see https://docs.logto.io/
 */
export default function Logto<const Id extends IdOrProfile = "logto">(
  options: OIDCUserConfig<LogtoProfile, Id> = {},
): OIDCConfig<LogtoProfile, IdOr<Id, "logto">> {
  return {
    id: "logto",
    name: "Logto",
    ...oidc,
    authorization: { params: { scope: "offline_access openid email profile" } },
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.sub),
      name: profile.name ?? profile.username ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
    }),
    style: { brandColor: "#5d34f2" },
    options,
  };
}
