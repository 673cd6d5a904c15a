import NextAuth, {
  getServerSession,
  type AuthAction,
  type NextAuthOptions,
  type RequestInternal,
  type User,
} from "latchkey/v4";
import type { Adapter, AdapterAccount, AdapterUser } from "latchkey/v4/adapters";
import { getToken, type Secret } from "latchkey/v4/jwt";
import { withAuth, type NextRequestWithAuth, type WithAuthArgs } from "latchkey/v4/middleware";
import type { AppProviders, BuiltInProviderType, Provider } from "latchkey/v4/providers";
import CredentialsProvider from "latchkey/v4/providers/credentials";
import type { OAuthConfig, OAuthUserConfig } from "latchkey/v4/providers/oauth";
import AzureADB2CProvider, { type AzureB2CProfile } from "latchkey/providers/azure-ad-b2c";
import DiscordProvider, { type DiscordProfile } from "latchkey/providers/discord";
import EmailProvider from "latchkey/providers/email";
import FacebookProvider from "latchkey/providers/facebook";
import GithubProvider, { type GithubProfile } from "latchkey/providers/github";
import GoogleProvider, { type GoogleProfile } from "latchkey/providers/google";
import type { KeycloakProfile } from "latchkey/providers/keycloak";
import type { TwitterLegacyProfile } from "latchkey/providers/twitter";
import { signIn } from "latchkey/v4/react";
import TwitterProvider from "latchkey/providers/twitter";
import type { IncomingMessage, ServerResponse } from "node:http";

const options: NextAuthOptions = { providers: [] };
const handler = NextAuth(options);

// 41: what a build of Next.js compares: the last signature of a route handler
type Context = { params: Promise<Record<string, string | string[] | undefined>> };
export const second: Parameters<typeof handler>[1] extends Context ? true : false = true;
export const returned: ReturnType<typeof handler> extends Promise<Response> ? true : false = true;

// 42: a route handler around it, with the parameters of Next.js 14, of 15, and untyped
export const around = async (req: Request, context: { params: { nextauth: string[] } }) => {
  const response = await NextAuth(req, context, options);
  response.headers.set("x-app", "1");
  return response;
};
export const newer = (req: Request, context: { params: Promise<{ nextauth: string[] }> }) =>
  handler(req, context);
export const untyped = async (req: ReturnType<JSON["parse"]>, res: ReturnType<JSON["parse"]>) =>
  (await NextAuth(req, res, options)).headers;

// 43: a list of providers that grows
const providers: Provider[] = [];
if (process.env.GITHUB_ID) {
  providers.push(GithubProvider({ clientId: process.env.GITHUB_ID, clientSecret: "b" }));
}
providers.push(
  GoogleProvider({ clientId: "a", clientSecret: "b" }),
  EmailProvider({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
  CredentialsProvider({
    credentials: { email: { label: "Email", type: "text" } },
    authorize: async (credentials) => (credentials ? { id: credentials.email } : null),
  }),
);
export const grown: NextAuthOptions = { providers };

// 44: what is listed on a page of one's own
export const shown = providers.map(({ id, name, type }) => ({ id, name, type }));
export const apps: AppProviders = providers;

// 45: a provider of one's own, typed, with all that next-auth 4 has for it
export const custom: OAuthConfig<ReturnType<JSON["parse"]>> = {
  id: "custom",
  name: "Custom",
  type: "oauth",
  version: "2.0",
  wellKnown: "https://idp.example/.well-known/openid-configuration",
  authorization: { params: { scope: "openid", grant_type: "authorization_code" } },
  token: { url: "https://idp.example/token" },
  userinfo: {
    url: "https://idp.example/me",
    request: async ({ tokens }) => ({ sub: tokens.scope }),
  },
  idToken: true,
  checks: ["pkce", "state"],
  client: { token_endpoint_auth_method: "client_secret_post" },
  httpOptions: { timeout: 40_000 },
  style: {
    logo: "/a.svg",
    logoDark: "/b.svg",
    bg: "#fff",
    text: "#000",
    bgDark: "#000",
    textDark: "#fff",
  },
  profile: (profile, tokens) => ({
    id: profile.sub,
    name: profile.nick,
    token: tokens.access_token,
  }),
};
providers.push(custom);

// 46: and made by a function
interface AcmeProfile extends Record<string, unknown> {
  sub: string;
  nick: string;
}
export function Acme<P extends AcmeProfile>(
  given: OAuthUserConfig<P> & { tenant?: string },
): OAuthConfig<P> {
  return {
    id: "acme",
    name: "Acme",
    type: "oauth",
    wellKnown: `${given.issuer}/.well-known/openid-configuration`,
    idToken: true,
    checks: ["pkce", "state"],
    profile: (profile) => ({ id: profile.sub, name: profile.nick }),
    options: given,
  };
}
providers.push(Acme({ clientId: "a", clientSecret: "b", issuer: "https://acme.example" }));

// 47: inline, with one check as a text and a profile without a type
export const inline: NextAuthOptions = {
  providers: [
    {
      id: "chat",
      name: "Chat",
      type: "oauth",
      version: "2.0",
      checks: "state",
      authorization: "https://chat.example/authorize?scope=me",
      token: "https://chat.example/token",
      userinfo: "https://chat.example/me",
      profile: (profile) => ({ id: profile.id, name: profile.nickname, email: null }),
    },
  ],
};

// 48: a built-in provider under the type of next-auth 4
export const typed: OAuthConfig<GithubProfile> = GithubProvider({
  clientId: "a",
  clientSecret: "b",
});
export const openId: OAuthConfig<GoogleProfile> = GoogleProvider({
  clientId: "a",
  clientSecret: "b",
});

// 49: members of profiles, and the version of Twitter
export const discord = DiscordProvider({
  clientId: "a",
  clientSecret: "b",
  profile: (profile: DiscordProfile) => ({ id: profile.id, image: profile.image_url ?? null }),
});
export const facebook = FacebookProvider({
  clientId: "a",
  clientSecret: "b",
  profile: (profile) => ({ id: profile.id, image: profile.picture.data.url }),
});
export const twitter = TwitterProvider({ clientId: "a", clientSecret: "b", version: "2.0" });
export const role = (profile: KeycloakProfile) => profile["realm_access"]?.roles[0];
export const tenant = (profile: AzureB2CProfile) => profile.sub;

// 50: what a callback knows of a profile is less than a provider does
export const narrowed: NextAuthOptions = {
  providers,
  callbacks: { signIn: ({ profile }) => (profile as GithubProfile | undefined)?.login !== "x" },
};

// 51: events with the types of next-auth 4
export const events: NextAuthOptions["events"] = {
  async signIn({ user, account }) {
    const id: string = user.id;
    console.log(id, account?.provider);
  },
  signOut: async ({ token, session }) => console.log(token.sub, session),
};

// 52: an adapter that lets the database make ids, and drops what it doesn't store
declare const published: Adapter;
export const adapter: Adapter = {
  ...published,
  createUser: async (user: Omit<AdapterUser, "id">) => ({ ...user, id: "1" }),
  linkAccount: async (account: AdapterAccount) => {
    const { refresh_token: _, ...rest } = account;
    return rest as AdapterAccount;
  },
};
export const stored: NextAuthOptions = { providers, adapter };

// 53: one wrapper for pages, API routes and server components
export const auth = (...args: [IncomingMessage, ServerResponse] | []) =>
  getServerSession(...args, options);

// 54: the token itself is a text
export const raw = async (req: Request): Promise<string> => getToken({ req, raw: true });

// 55: middleware that is called by hand
const guarded = withAuth(() => undefined, { callbacks: { authorized: () => true } });
export const called = (req: NextRequestWithAuth, ...[, event]: Parameters<typeof guarded>) =>
  guarded(req, event);

// 56: small types
export const kinds: BuiltInProviderType[] = ["github", "email"];
export const header = ({ headers }: Pick<RequestInternal, "headers">) => headers?.["x-app"];
export const small = (...given: [AuthAction, Secret, WithAuthArgs, User]) => given;

// 59: the kind of a provider as a type argument
export async function enter(email: string, password: string): Promise<string | null> {
  const options = { email, password, redirect: false } as const;
  const result = await signIn<"credentials">("credentials", options);
  return result?.error ?? null;
}

// 60: a type of profile as a type argument, one check as a text
interface Employee extends GoogleProfile {
  department: string;
}
export const written: NextAuthOptions = {
  providers: [
    GoogleProvider<GoogleProfile>({ clientId: "a", clientSecret: "b", checks: "none" }),
    GoogleProvider<Employee>({
      ...{ id: "staff", clientId: "a", clientSecret: "b" },
      profile: (profile) => ({ id: profile.sub, name: profile.department, email: profile.email }),
    }),
    GithubProvider<GithubProfile>({
      ...{ clientId: "a", clientSecret: "b" },
      profile: async (profile, tokens) => ({ id: `${profile.id}`, name: tokens.scope ?? null }),
    }),
  ],
};

// 61: options and profiles that only next-auth 4 has
export const older: NextAuthOptions = {
  providers: [
    AzureADB2CProvider({
      ...{ clientId: "a", clientSecret: "b" },
      ...{ tenantId: "example", primaryUserFlow: process.env["USER_FLOW"] },
      authorization: { params: { scope: "offline_access openid" } },
      profile: (profile) => ({ id: profile.sub, name: profile.name ?? null }),
    }),
  ],
};
export const legacy = (profile: TwitterLegacyProfile) => profile.screen_name;
