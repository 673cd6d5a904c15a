import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of BankID's userinfo response. */
export interface BankIDNorwayProfile extends StandardClaims {
  sub: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  birthdate?: string;
  email?: string;
  email_verified?: boolean;
  exp?: number;
  iat?: number;
  iss?: string;
  aud?: string;
  session_state?: string;
  sid?: string;
  /** Name of the bank that issued the BankID. */
  originator?: string;
  additionalCertInfo?: {
    certValidFrom?: number;
    serialNumber?: string;
    keyAlgorithm?: string;
    keySize?: string;
    policyOid?: string;
    certQualified?: boolean;
    certValidTo?: number;
    versionNumber?: string;
    subjectName?: string;
  };
  tid?: string;
  amr?: string;
  bankid_altsub?: string;
}

/**
 * Signs users in with the Norwegian BankID.
 *
 * ```ts
 * import BankIDNorway from "latchkey/providers/bankid-no";
 *
 * providers: [BankIDNorway]; // with AUTH_BANKID_NO_ID and AUTH_BANKID_NO_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/bankid-no`
 *
 * @see https://developer.bankid.no/bankid-with-biometrics/
 */
export default function BankIDNorway<const Id extends IdOrProfile = "bankid-no">(
  options: OIDCUserConfig<BankIDNorwayProfile, Id> = {},
): OIDCConfig<BankIDNorwayProfile, IdOr<Id, "bankid-no">> {
  return {
    id: "bankid-no",
    name: "BankID Norge",
    ...oidc,
    issuer: "https://auth.bankid.no/auth/realms/prod",
    idToken: false,
    authorization: { params: { ui_locales: "no", login_hint: "BIS" } },
    checks: ["pkce", "state", "nonce"],
    client: {
      token_endpoint_auth_method: "client_secret_post",
      userinfo_signed_response_alg: "RS256",
    },
    emailVerified: byEmailVerified,
    profile: (profile) => ({
      id: String(profile.sub),
      name: profile.name ?? null,
      email: profile.email ?? null,
      image: null,
    }),
    style: { brandColor: "#39134c" },
    options,
  };
}
