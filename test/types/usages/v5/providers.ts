import type { NextAuthConfig } from "latchkey/next";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCConfigInternal,
  EmailConfig,
  Provider,
  CommonProviderOptions,
} from "latchkey/providers";
import type { OAuth2Config, ProfileCallback } from "latchkey/providers/oauth";
import type { EmailConfig as MailConfig } from "latchkey/providers/email";
import type { EmailProviderId, OAuthProviderId } from "latchkey/providers/provider-types";
import FortyTwo, {
  type Campus,
  type CursusUser,
  type UserData,
} from "latchkey/providers/42-school";
import Credentials, { type CredentialInput } from "latchkey/providers/credentials";
import Discord, { type DiscordProfile } from "latchkey/providers/discord";
import GitHub, { type GitHubProfile } from "latchkey/providers/github";
import Google, { type GoogleProfile } from "latchkey/providers/google";
import Keycloak, { type KeycloakProfile } from "latchkey/providers/keycloak";
import MicrosoftEntraID from "latchkey/providers/microsoft-entra-id";
import Nodemailer, { type NodemailerConfig } from "latchkey/providers/nodemailer";
import Resend from "latchkey/providers/resend";

export const config: NextAuthConfig = {
  providers: [
    // 31: an inline provider, whose profile is read
    {
      id: "acme",
      name: "Acme",
      type: "oidc",
      issuer: "https://acme.example",
      clientId: process.env.ACME_ID,
      clientSecret: process.env.ACME_SECRET,
      profile(profile) {
        return {
          id: profile.sub,
          name: profile.nickname,
          email: profile.email,
          image: profile.picture,
        };
      },
    },
    // 32: one for OAuth, with its endpoints
    {
      id: "plain",
      name: "Plain",
      type: "oauth",
      authorization: { url: "https://plain.example/authorize", params: { scope: "identify" } },
      token: "https://plain.example/token",
      userinfo: "https://plain.example/me",
      async profile(profile, tokens) {
        return {
          id: profile.id.toString(),
          name: profile.display_name,
          email: null,
          image: tokens.scope,
        };
      },
    },
    // 33: an endpoint as a URL
    {
      id: "url",
      name: "URL",
      type: "oauth",
      authorization: new URL("https://plain.example/authorize?scope=a"),
      token: "https://plain.example/token",
      userinfo: { url: "https://plain.example/me", params: { fields: "id" } },
    },
    // 34: a profile made by a function of the application
    GitHub({
      profile(profile) {
        return {
          id: profile.id.toString(),
          name: profile.login,
          image: profile.avatar_url,
          email: profile.email,
        };
      },
    }),
    // 35: parameters of the authorization
    Google({
      authorization: {
        params: { prompt: "consent", access_type: "offline", response_type: "code" },
      },
    }),
    // 36: the type named again
    Credentials({
      type: "credentials",
      id: "credentials",
      name: "Credentials",
      credentials: { email: {}, password: {} },
      authorize: async (credentials) => {
        const { email, password } = credentials;
        if (typeof email !== "string" || typeof password !== "string") return null;
        return { id: "1", email };
      },
    }),
    // 37: casts of what was typed in
    Credentials({
      credentials: { email: { label: "Email", type: "email", placeholder: "you@example.com" } },
      async authorize(credentials, request) {
        const email = credentials.email as string;
        const ip = request.headers.get("x-forwarded-for");
        return { id: "1", email, name: ip };
      },
    }),
    // 38: mail
    Resend({ from: "no-reply@example.com", apiKey: process.env.RESEND }),
    Nodemailer({
      server: { host: "localhost", port: 25, auth: { user: "a", pass: "b" } },
      from: "a@example.com",
      async sendVerificationRequest({ identifier: to, provider, url, theme }) {
        const { host } = new URL(url);
        console.log(to, provider.from, provider.server, host, theme.brandColor);
      },
    }),
    // 39: a mail provider of one's own
    {
      id: "http-email",
      name: "Email",
      type: "email",
      maxAge: 60 * 60 * 24,
      async sendVerificationRequest({ identifier, url, request }) {
        console.log(identifier, url, request.url);
      },
    },
    MicrosoftEntraID({ clientId: "a", clientSecret: "b", issuer: "https://login.example/v2.0" }),
    Keycloak({ issuer: "https://keycloak.example/realms/a", checks: ["pkce", "state"] }),
    Discord({ authorization: "https://discord.com/api/oauth2/authorize?scope=identify" }),
  ],
};

// 40: a provider of one's own, with its options
interface AcmeProfile extends Record<string, unknown> {
  sub: string;
  nickname: string;
}
export function Acme<P extends AcmeProfile>(options: OAuthUserConfig<P>): OAuthConfig<P> {
  return {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: "https://acme.example",
    profile: (profile) => ({ id: profile.sub, name: profile.nickname }),
    style: { bg: "#fff", text: "#000" },
    options,
  };
}
export const withAcme: NextAuthConfig = { providers: [Acme({ clientId: "a", clientSecret: "b" })] };

// 41: an OpenID provider with its type
export const oidc: OIDCConfig<AcmeProfile> = {
  id: "oidc",
  name: "OpenID",
  type: "oidc",
  issuer: "https://acme.example",
  checks: ["pkce", "nonce"],
  client: { token_endpoint_auth_method: "none" },
};

// 42: types by the paths they have there
export const plain: OAuth2Config<{ id: string }> = { id: "p", name: "P", type: "oauth" };
export const read: ProfileCallback<{ id: string }> = ({ id }) => ({ id });
export const ids: [OAuthProviderId, EmailProviderId] = ["github", "resend"];
export const mailer = (config: EmailConfig, same: MailConfig) => [config.name.length, same.maxAge];
export const field: CredentialInput = { label: "Name", type: "text" };
export const button = ({ id, name }: CommonProviderOptions) => `${id} ${name}`;
export const smtp = (options: NodemailerConfig) => options.from;

// 43: profiles of providers
export const github = (profile: GitHubProfile) => profile.login;
export const google = (profile: GoogleProfile) => profile.email_verified;
export const keycloak = (profile: KeycloakProfile) => profile.preferred_username;
export const discord = (profile: DiscordProfile) => profile.global_name;

// 44: a list that is filled under conditions
export const some: Provider[] = [];
if (process.env.AUTH_GITHUB_ID) some.push(GitHub);
if (process.env.NODE_ENV === "development")
  some.push(Credentials({ authorize: () => ({ id: "1" }) }));

// 61: the parts of a profile, and a provider as its hooks see it
export const campusOf = (campus: Campus[]) => campus.find(({ active }) => active)?.city;
export const levels = (courses: CursusUser[]) =>
  courses.map(({ level, user }) => [user.login, level]);
export const known = (person: UserData) => person.image.link ?? person.image_url ?? null;
export const school = FortyTwo({
  profile: (profile) => ({ id: String(profile.id), name: campusOf(profile.campus) ?? null }),
});
export const hooked: OIDCConfig<AcmeProfile> = {
  id: "hooked",
  name: "Hooked",
  type: "oidc",
  userinfo: {
    request: ({ provider }: { provider: OIDCConfigInternal<AcmeProfile> }) =>
      Promise.resolve({ from: provider.userinfo?.url?.href, checks: provider.checks }),
  },
};
