import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";

/** Claims of LINE's ID token. */
export interface LineProfile extends StandardClaims {
  iss: string;
  sub: string;
  aud: string;
  exp: number;
  iat: number;
  amr?: string[];
  name?: string;
  picture?: string;
  email?: string;
}

/**
 * Signs users in with their LINE account.
 *
 * ```ts
 * import LINE from "latchkey/providers/line";
 *
 * providers: [LINE]; // with AUTH_LINE_ID and AUTH_LINE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/line`
 *
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/
 */
export default function LINE<const Id extends IdOrProfile = "line">(
  options: OIDCUserConfig<LineProfile, Id> = {},
): OIDCConfig<LineProfile, IdOr<Id, "line">> {
  return {
    id: "line",
    name: "LINE",
    ...oidc,
    issuer: "https://access.line.me",
    checks: ["pkce", "state", "nonce"],
    // LINE signs the ID tokens of web applications with the channel secret.
    client: { id_token_signed_response_alg: "HS256" },
    profile: userFromClaims,
    style: {
      brandColor: "#00c300",
      mark: "M12 3c5.5 0 10 3.4 10 7.7 0 4.5-5 8-10 10.8v-3.2C6.5 18.3 2 15 2 10.7S6.5 3 12 3z",
    },
    options,
  };
}
