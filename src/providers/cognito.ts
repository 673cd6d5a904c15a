import type { IdOr } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { StandardClaims } from "./shared/claims.js";
import { userFromClaims } from "./shared/claims.js";
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
 * Signs people in through a user pool of Amazon Cognito.
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
export default function Cognito<const Id extends string = "cognito">(
  options: OIDCUserConfig<CognitoProfile, Id> = {},
): OIDCConfig<CognitoProfile, IdOr<Id, "cognito">> {
  return {
    id: "cognito",
    name: "Cognito",
    type: "oidc",
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: { brandColor: "#c17b9e" },
    options,
  };
}
