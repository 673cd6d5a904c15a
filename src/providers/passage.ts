import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Passage's ID token. */
export interface PassageProfile extends StandardClaims {
  iss: string;
  sub: string;
  aud: string[] | string;
  exp: number;
  iat: number;
  nbf?: number;
  jti?: string;
  email?: string;
  email_verified?: boolean;
  phone_number?: string;
  phone_number_verified?: boolean;
}

/**
 * Signs users in with the passkeys of a Passage application. Passage shut down in January 2026; the
 * provider is kept so that configurations still compile. For your own passkeys, use
 * `latchkey/providers/passkey`.
 *
 * ```ts
 * import Passage from "latchkey/providers/passage";
 *
 * providers: [Passage({ issuer: "https://example.withpassage.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/passage`
 *
 * @see https://docs.passage.id/
 * @deprecated Passage has ended; use `latchkey/providers/passkey`
 */
export default function Passage<const Id extends IdOrProfile = "passage">(
  options: OIDCUserConfig<PassageProfile, Id> = {},
): OIDCConfig<PassageProfile, IdOr<Id, "passage">> {
  return {
    id: "passage",
    name: "Passage",
    ...oidc,
    client: { token_endpoint_auth_method: "client_secret_basic" },
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: { brandColor: "#3d53f6" },
    options,
  };
}
