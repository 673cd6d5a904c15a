import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { askWithBearer, fetchWithBearer, type BearerRequest } from "./shared/ask-with-bearer.js";
import { below } from "./shared/below.js";
import { oauth } from "./shared/oauth.js";
import { isRecord } from "./shared/record.js";

/** One entry of `GET /user/emails`. */
export interface GitHubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
  visibility: "public" | "private" | null;
}

/** A user, as returned by `GET /user`. */
export interface GitHubProfile {
  login: string;
  id: number;
  node_id: string;
  avatar_url: string;
  gravatar_id: string | null;
  url: string;
  html_url: string;
  followers_url: string;
  following_url: string;
  gists_url: string;
  starred_url: string;
  subscriptions_url: string;
  organizations_url: string;
  repos_url: string;
  events_url: string;
  received_events_url: string;
  type: string;
  site_admin: boolean;
  name: string | null;
  company: string | null;
  blog: string | null;
  location: string | null;
  email: string | null;
  /** Set if the address comes from the user's list of addresses. */
  email_verified?: boolean;
  hireable: boolean | null;
  bio: string | null;
  twitter_username?: string | null;
  public_repos: number;
  public_gists: number;
  followers: number;
  following: number;
  created_at: string;
  updated_at: string;
  private_gists?: number;
  total_private_repos?: number;
  owned_private_repos?: number;
  disk_usage?: number;
  suspended_at?: string | null;
  collaborators?: number;
  two_factor_authentication?: boolean;
  plan?: { name: string; space: number; private_repos: number; collaborators: number };
}

/** The names in next-auth 4. */
export type GithubProfile = GitHubProfile;
export type GithubEmail = GitHubEmail;

/** The options of this provider, in addition to the common ones. */
export interface GitHubOptions {
  /** A GitHub Enterprise server, e.g. `{ baseUrl: "https://github.example.com" }`. */
  enterprise?: { baseUrl?: string | undefined } | undefined;
}

/**
 * Signs users in with their GitHub account, at github.com or at a GitHub Enterprise server.
 *
 * ```ts
 * import GitHub from "latchkey/providers/github";
 *
 * providers: [GitHub]; // with AUTH_GITHUB_ID and AUTH_GITHUB_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/github`
 *
 * @see https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export default function GitHub<const Id extends IdOrProfile = "github">(
  options: OAuthUserConfig<GitHubProfile, Id> & GitHubOptions = {},
): OAuth2Config<GitHubProfile, IdOr<Id, "github">> {
  const server = options.enterprise?.baseUrl;
  const api = server === undefined ? "https://api.github.com" : below(server, "api/v3");
  const isPublicSite = server === undefined && options.userinfo === undefined;
  const login = below(server ?? "https://github.com", "login/oauth");
  return {
    id: "github",
    name: "GitHub",
    ...oauth,
    // Enables the check of the response parameter `iss` (RFC 9207).
    issuer: login,
    authorization: {
      url: below(login, "authorize"),
      params: { scope: "read:user user:email" },
    },
    token: below(login, "access_token"),
    userinfo: {
      url: below(api, "user"),
      async request({ tokens, provider, fetch }) {
        const url = provider.userinfo?.url ?? "https://api.github.com/user";
        const profile = await askWithBearer({ url, tokens, fetch });
        if (profile["email"]) return profile;
        const address = await readAddress({ url: below(url, "emails") ?? url, tokens, fetch });
        return { ...profile, ...address };
      },
    },
    // On github.com only a verified address can be the public one.
    emailVerified: ({ email_verified }) => email_verified ?? isPublicSite,
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name ?? profile.login,
      email: profile.email,
      image: profile.avatar_url,
    }),
    style: {
      brandColor: "#24292f",
      mark: "M4 3l4 2.3a10 10 0 0 1 8 0L20 3l.6 6a8.6 7.6 0 0 1-4.6 9.5V22H8v-3.5A8.6 7.6 0 0 1 3.4 9z",
    },
    options,
  };
}

/**
 * The address of a user who hides it in their profile: a verified one first, then the primary one.
 * GitHub Apps need a permission to read it; without it, there is none.
 */
async function readAddress(request: BearerRequest) {
  const response = await fetchWithBearer(request);
  const list: unknown = response.ok ? await response.json() : [];
  const entries: unknown[] = Array.isArray(list) ? list : [];
  const [best] = entries.filter(isRecord).sort((a, b) => rank(b) - rank(a));
  return best ? { email: best["email"], email_verified: best["verified"] === true } : {};
}

function rank(address: Readonly<Record<string, unknown>>): number {
  return (address["verified"] === true ? 2 : 0) + (address["primary"] === true ? 1 : 0);
}
