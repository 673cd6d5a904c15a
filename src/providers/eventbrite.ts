import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /v3/users/me/`. */
export interface EventbriteProfile {
  id: string;
  name: string;
  first_name: string;
  last_name: string;
  emails: { email: string; verified: boolean; primary: boolean }[];
  is_public: boolean;
  image_id: string | null;
}

/**
 * Signs users in with their Eventbrite account.
 *
 * ```ts
 * import Eventbrite from "latchkey/providers/eventbrite";
 *
 * providers: [Eventbrite]; // with AUTH_EVENTBRITE_ID and AUTH_EVENTBRITE_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/eventbrite`
 *
 * @see https://www.eventbrite.com/platform/api#/introduction/authentication
 */
export default function Eventbrite<const Id extends IdOrProfile = "eventbrite">(
  options: OAuthUserConfig<EventbriteProfile, Id> = {},
): OAuth2Config<EventbriteProfile, IdOr<Id, "eventbrite">> {
  return {
    id: "eventbrite",
    name: "Eventbrite",
    ...oauth,
    authorization: {
      url: "https://www.eventbrite.com/oauth/authorize",
      params: { scope: "user.profile" },
    },
    token: "https://www.eventbrite.com/oauth/token",
    userinfo: "https://www.eventbriteapi.com/v3/users/me/",
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailVerified: ({ emails }) => emails.find((address) => address.primary)?.verified === true,
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.emails.find((address) => address.primary)?.email ?? null,
      image: profile.image_id ? imageUrl(profile.image_id) : null,
    }),
    style: { brandColor: "#f05537" },
    options,
  };
}

function imageUrl(id: string): string {
  const original = new URL(`https://cdn.evbuc.com/images/${id}/1/original.jpg`);
  return `https://img.evbuc.com/${encodeURIComponent(original.href)}`;
}
