import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer } from "./shared/ask-with-bearer.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";

export interface Person {
  email: string;
}

/** A user of a Notion workspace. */
export interface User {
  object: "user" | "bot";
  id: string;
  type: string;
  name: string;
  avatar_url: string | null;
  person: Person;
  owner?: { type: "workspace" | "user"; workspace: string };
  workspace_name?: string | null;
}

export interface Owner {
  type: string;
  user: User;
}

/** The owner of the integration's bot: the user who signed in. */
export interface NotionProfile extends User {}

/** The options of this provider, in addition to the common ones. */
export interface NotionOptions {
  /** @deprecated Not needed: the callback URL is sent. */
  redirectUri?: string | undefined;
}

const meUrl = "https://api.notion.com/v1/users/me";

/**
 * Signs users in with their Notion account.
 *
 * ```ts
 * import NotionProvider from "latchkey/providers/notion";
 *
 * providers: [NotionProvider]; // with AUTH_NOTION_ID and AUTH_NOTION_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/notion`
 *
 * @see https://developers.notion.com/docs/authorization
 */
export default function NotionProvider<const Id extends IdOrProfile = "notion">(
  options: OAuthUserConfig<NotionProfile, Id> & NotionOptions = {},
): OAuth2Config<NotionProfile, IdOr<Id, "notion">> {
  return {
    id: "notion",
    name: "Notion",
    ...oauth,
    authorization: {
      url: "https://api.notion.com/v1/oauth/authorize",
      params: { owner: "user", scope: "" },
    },
    token: "https://api.notion.com/v1/oauth/token",
    userinfo: {
      url: meUrl,
      async request({ tokens, provider, fetch }) {
        // The token belongs to a bot, and the bot to the user.
        const { bot } = await askWithBearer({
          url: provider.userinfo?.url ?? meUrl,
          tokens,
          fetch,
          headers: { "notion-version": "2022-06-28" },
        });
        const owner = isRecord(bot) ? bot["owner"] : undefined;
        return isRecord(owner) ? owner["user"] : undefined;
      },
    },
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.person.email,
      image: profile.avatar_url,
    }),
    style: { brandColor: "#000000", mark: "M4 3h16v18H4zM7 6v12h2.6v-7l4.8 7H17V6h-2.6v7L9.6 6z" },
    options,
  };
}
