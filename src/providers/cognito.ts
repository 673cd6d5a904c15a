import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Cognito's ID token. */
export interface CognitoProfile extends StandardClaims {
  sub: string;
  name?: string;
  email?: string;
  picture?: string;
  "cognito:username"?: string;
  "cognito:groups"?: string[];
}

/**
 * Signs users in through a user pool of Amazon Cognito.
 *
 * ```ts
 * import Cognito from "latchkey/providers/cognito";
 *
 * providers: [
 *   Cognito({
 *     issuer: "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_example",
 *   }),
 * ];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/cognito`
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html
 */
export default function Cognito<const Id extends IdOrProfile = "cognito">(
  options: OIDCUserConfig<CognitoProfile, Id> = {},
): OIDCConfig<CognitoProfile, IdOr<Id, "cognito">> {
  return {
    id: "cognito",
    name: "Cognito",
    ...oidc,
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#c17b9e",
      mark: "M12 2l8 4.5v11L12 22l-8-4.5v-11zM12 7a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 1 0 0-5.2zM7.5 16.5h9c-.3-2-2.2-3.3-4.5-3.3s-4.2 1.3-4.5 3.3z",
    },
    endSession: { returnParam: "logout_uri" },
    options,
  };
}
