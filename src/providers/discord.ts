import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by `GET /users/@me`. */
export interface DiscordProfile {
  id: string;
  username: string;
  /** "0" for users with a unique username. */
  discriminator: string;
  global_name: string | null;
  avatar: string | null;
  bot?: boolean;
  system?: boolean;
  mfa_enabled?: boolean;
  banner?: string | null;
  accent_color?: number | null;
  locale?: string;
  verified?: boolean;
  email?: string | null;
  flags?: number;
  premium_type?: number;
  public_flags?: number;
  banner_color?: string | null;
  display_name?: string | null;
  avatar_decoration?: string | null;
  /** Discord doesn't send this. It's declared for code written for Auth.js, whose types have it. */
  image_url?: string;
  avatar_decoration_data?: { asset: string; sku_id: string } | null;
}

/**
 * Signs users in with their Discord account.
 *
 * ```ts
 * import Discord from "latchkey/providers/discord";
 *
 * providers: [Discord]; // with AUTH_DISCORD_ID and AUTH_DISCORD_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/discord`
 *
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export default function Discord<const Id extends IdOrProfile = "discord">(
  options: OAuthUserConfig<DiscordProfile, Id> = {},
): OAuth2Config<DiscordProfile, IdOr<Id, "discord">> {
  return {
    id: "discord",
    name: "Discord",
    ...oauth,
    authorization: {
      url: "https://discord.com/api/oauth2/authorize",
      params: { scope: "identify email" },
    },
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/users/@me",
    emailVerified: ({ verified }) => verified === true,
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.global_name ?? profile.username,
      email: profile.email ?? null,
      image: avatarUrl(profile),
    }),
    style: {
      brandColor: "#5865f2",
      mark: "M7 4l2.5 1.2a11 11 0 0 1 5 0L17 4c2 .5 3.6 1.5 4 3 1 3.5 1.5 7 1 10-1.5 1.8-3.5 2.7-5.5 3l-1.2-2H8.7l-1.2 2C5.5 19.7 3.5 18.8 2 17c-.5-3 0-6.5 1-10 .4-1.5 2-2.5 4-3zM8.7 10.5a1.9 2 0 1 1 0 4a1.9 2 0 1 1 0-4zM15.3 10.5a1.9 2 0 1 1 0 4a1.9 2 0 1 1 0-4z",
    },
    options,
  };
}

function avatarUrl(profile: DiscordProfile): string {
  const path =
    profile.avatar === null
      ? `embed/avatars/${defaultAvatar(profile)}.png`
      : `avatars/${profile.id}/${profile.avatar}.${profile.avatar.startsWith("a_") ? "gif" : "png"}`;
  return new URL(path, "https://cdn.discordapp.com/").href;
}

/**
 * Six pictures, chosen by the timestamp in the id; five, by the number, for accounts that still
 * have one.
 */
function defaultAvatar({ id, discriminator }: DiscordProfile): number {
  if (discriminator === "0") return Number((BigInt(id) >> 22n) % 6n);
  return Number.parseInt(discriminator, 10) % 5;
}
