import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { oauth } from "./shared/oauth.js";

/** The response of the metadata endpoint. */
export interface MailchimpProfile {
  dc: string;
  role: string;
  accountname: string;
  user_id: number;
  login: {
    email: string;
    avatar: string | null;
    login_id: number;
    login_name: string;
    login_email: string;
  };
  login_url: string;
  api_endpoint: string;
}

const metadataUrl = "https://login.mailchimp.com/oauth2/metadata";

/**
 * Signs users in with their Mailchimp account.
 *
 * ```ts
 * import Mailchimp from "latchkey/providers/mailchimp";
 *
 * providers: [Mailchimp]; // with AUTH_MAILCHIMP_ID and AUTH_MAILCHIMP_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/mailchimp`
 *
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 */
export default function Mailchimp<const Id extends IdOrProfile = "mailchimp">(
  options: OAuthUserConfig<MailchimpProfile, Id> = {},
): OAuth2Config<MailchimpProfile, IdOr<Id, "mailchimp">> {
  return {
    id: "mailchimp",
    name: "Mailchimp",
    ...oauth,
    authorization: { url: "https://login.mailchimp.com/oauth2/authorize", params: { scope: "" } },
    token: "https://login.mailchimp.com/oauth2/token",
    userinfo: {
      url: metadataUrl,
      request: ({ tokens, provider, fetch }) =>
        askWithBearer({
          url: provider.userinfo?.url ?? metadataUrl,
          tokens,
          fetch,
          // Mailchimp's own name for the scheme.
          headers: { authorization: `OAuth ${tokens.access_token ?? ""}` },
        }),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.login.login_id),
      name: profile.accountname,
      email: profile.login.email,
      image: null,
    }),
    style: { brandColor: "#ffe01b" },
    options,
  };
}
