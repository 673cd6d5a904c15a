// A configuration with twenty providers, plugins and every callback: how much work its types are is measured.
import { MemoryAdapter } from "latchkey/adapters/memory";
import { FullstackAuth } from "latchkey/next";
import type { Plugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { audit, consoleAudit } from "latchkey/plugins/audit";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import Apple from "latchkey/providers/apple";
import Atlassian from "latchkey/providers/atlassian";
import Auth0 from "latchkey/providers/auth0";
import Cognito from "latchkey/providers/cognito";
import Credentials from "latchkey/providers/credentials";
import Discord from "latchkey/providers/discord";
import Dropbox from "latchkey/providers/dropbox";
import Facebook from "latchkey/providers/facebook";
import GitHub from "latchkey/providers/github";
import GitLab from "latchkey/providers/gitlab";
import Google from "latchkey/providers/google";
import Keycloak from "latchkey/providers/keycloak";
import LinkedIn from "latchkey/providers/linkedin";
import MicrosoftEntraID from "latchkey/providers/microsoft-entra-id";
import Nodemailer from "latchkey/providers/nodemailer";
import Okta from "latchkey/providers/okta";
import Passkey from "latchkey/providers/passkey";
import Slack from "latchkey/providers/slack";
import Spotify from "latchkey/providers/spotify";
import Twitch from "latchkey/providers/twitch";

declare const plans: Plugin<"plans", { plan: "free" | "paid" }>;
declare const teams: Plugin<"teams", { team?: { id: string } }>;

export const { handlers, auth, signIn, signOut, unstable_update } = FullstackAuth({
  adapter: MemoryAdapter(),
  providers: [
    Apple,
    Atlassian,
    Auth0({ clientId: "a", issuer: "https://a.example" }),
    Cognito,
    Credentials({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      authorize: () => null,
    }),
    Discord,
    Dropbox,
    Facebook({ clientId: "a", profile: ({ id, name }) => ({ id, name }) }),
    GitHub({ clientId: "a", clientSecret: "b" }),
    GitLab,
    Google({ clientId: "a", authorization: { params: { prompt: "consent" } } }),
    Keycloak({ issuer: "https://k.example" }),
    LinkedIn,
    MicrosoftEntraID,
    Nodemailer({ from: "a@b.example" }),
    Okta({ issuer: "https://o.example" }),
    Passkey,
    Slack,
    Spotify,
    Twitch,
  ],
  plugins: [twoFactor(), plans, sessionRegistry(), accountPage(), teams, audit(consoleAudit())],
  session: { strategy: "database" },
  callbacks: {
    signIn: ({ user, account, profile }) => Boolean(user.id ?? account?.provider ?? profile?.sub),
    redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
    jwt: ({ token, user, trigger }) =>
      trigger === "signIn" ? { ...token, role: user.name } : token,
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.name } }),
    authorized: ({ auth: session }) => session?.user !== undefined,
  },
  events: { signIn: ({ user }) => void user.id, session: ({ session }) => void session.expires },
});

export const planOf = async () => (await auth())?.plan;
export const whoIs = async () => (await auth())?.user?.name;
export const enter = () => signIn("github", { redirectTo: "/" });
