import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";

/** `ocs.data` of Nextcloud's response about a user. */
export interface NextcloudProfile {
  id: string;
  enabled: boolean;
  displayname: string;
  email: string | null;
  additional_mail: string[];
  phone: string;
  address: string;
  website: string;
  twitter: string;
  organisation: string;
  role: string;
  headline: string;
  biography: string;
  profile_enabled: boolean | string;
  groups: string[];
  language: string;
  locale: string;
  lastLogin: number;
  backend: string;
  storageLocation?: string;
  subadmin: string[];
  quota: { free: number; used: number; total: number; relative: number; quota: number };
  backendCapabilities: { setDisplayName: boolean; setPassword: boolean };
}

/**
 * Signs users in with their account at a Nextcloud server.
 *
 * ```ts
 * import Nextcloud from "latchkey/providers/nextcloud";
 *
 * providers: [Nextcloud({ issuer: "https://nextcloud.example.com" })];
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/nextcloud`
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export default function Nextcloud<const Id extends IdOrProfile = "nextcloud">(
  options: OAuthUserConfig<NextcloudProfile, Id> = {},
): OAuth2Config<NextcloudProfile, IdOr<Id, "nextcloud">> {
  return {
    id: "nextcloud",
    name: "Nextcloud",
    ...oauth,
    authorization: { url: below(options.issuer, "apps/oauth2/authorize"), params: { scope: "" } },
    token: below(options.issuer, "apps/oauth2/api/v1/token"),
    userinfo: {
      url: below(options.issuer, "ocs/v1.php/cloud/users"),
      async request({ tokens, provider, fetch }) {
        // The token response names the user; the userinfo response is wrapped twice.
        const person = typeof tokens["user_id"] === "string" ? tokens["user_id"] : "";
        const url = below(provider.userinfo?.url, encodeURIComponent(person));
        if (!url || !person) {
          throw new Error("Nextcloud needs `issuer`, and a token that belongs to a user");
        }
        const headers = { "ocs-apirequest": "true" };
        const { ocs } = await askWithBearer({ url, tokens, fetch, headers });
        return isRecord(ocs) ? ocs["data"] : undefined;
      },
    },
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.displayname,
      email: profile.email,
      image: below(options.issuer, `avatar/${encodeURIComponent(profile.id)}/512`) ?? null,
    }),
    style: { brandColor: "#0082c9" },
    options,
  };
}
