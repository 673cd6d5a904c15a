import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of Hydra's ID token. */
export interface OryHydraProfile extends StandardClaims {
  iss: string;
  ver?: string;
  sub: string;
  aud: string[] | string;
  iat: number;
  exp: number;
  jti?: string;
  amr?: string[];
  email?: string;
  preferred_username?: string;
  website?: string;
  profile?: string;
}

/**
 * Signs users in through an Ory Hydra server.
 *
 * ```ts
 * import OryHydra from "latchkey/providers/ory-hydra";
 *
 * providers: [OryHydra({ issuer: "https://hydra.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/hydra`
 *
 * @see https://www.ory.com/docs/hydra
 */
export default function OryHydra<const Id extends IdOrProfile = "hydra">(
  options: OIDCUserConfig<OryHydraProfile, Id> = {},
): OIDCConfig<OryHydraProfile, IdOr<Id, "hydra">> {
  return {
    id: "hydra",
    name: "Hydra",
    ...oidc,
    profile: userFromClaims,
    style: { brandColor: "#0f172a" },
    options,
  };
}
