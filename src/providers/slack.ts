import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { userFromClaims, type StandardClaims } from "./shared/claims.js";
import { oidc } from "./shared/oauth.js";
import { byEmailVerified } from "./shared/verified.js";

/** Claims of Slack's ID token. */
export interface SlackProfile extends StandardClaims {
  ok?: boolean;
  sub: string;
  "https://slack.com/user_id": string;
  "https://slack.com/team_id": string;
  email?: string;
  email_verified?: boolean;
  date_email_verified?: number;
  name?: string;
  picture?: string;
  given_name?: string;
  family_name?: string;
  locale?: string;
  "https://slack.com/team_name"?: string;
  "https://slack.com/team_domain"?: string;
  "https://slack.com/user_image_24"?: string;
  "https://slack.com/user_image_32"?: string;
  "https://slack.com/user_image_48"?: string;
  "https://slack.com/user_image_72"?: string;
  "https://slack.com/user_image_192"?: string;
  "https://slack.com/user_image_512"?: string;
  "https://slack.com/user_image_1024"?: string;
  "https://slack.com/team_image_34"?: string;
  "https://slack.com/team_image_44"?: string;
  "https://slack.com/team_image_68"?: string;
  "https://slack.com/team_image_88"?: string;
  "https://slack.com/team_image_102"?: string;
  "https://slack.com/team_image_132"?: string;
  "https://slack.com/team_image_230"?: string;
  "https://slack.com/team_image_default"?: boolean;
}

/**
 * Signs users in with their account of a Slack workspace.
 *
 * ```ts
 * import Slack from "latchkey/providers/slack";
 *
 * providers: [Slack]; // with AUTH_SLACK_ID and AUTH_SLACK_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/slack`
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 */
export default function Slack<const Id extends IdOrProfile = "slack">(
  options: OIDCUserConfig<SlackProfile, Id> = {},
): OIDCConfig<SlackProfile, IdOr<Id, "slack">> {
  return {
    id: "slack",
    name: "Slack",
    ...oidc,
    issuer: "https://slack.com",
    checks: ["nonce"],
    emailVerified: byEmailVerified,
    profile: userFromClaims,
    style: {
      brandColor: "#611f69",
      mark: "M9 2.5a1.8 1.8 0 0 1 1.8 1.8v6.5H7.2V4.3A1.8 1.8 0 0 1 9 2.5zM21.5 9a1.8 1.8 0 0 1-1.8 1.8h-6.5V7.2h6.5A1.8 1.8 0 0 1 21.5 9zM15 21.5a1.8 1.8 0 0 1-1.8-1.8v-6.5h3.6v6.5a1.8 1.8 0 0 1-1.8 1.8zM2.5 15a1.8 1.8 0 0 1 1.8-1.8h6.5v3.6H4.3A1.8 1.8 0 0 1 2.5 15z",
    },
    options,
  };
}
