import type { IncomingMessage, ServerResponse } from "node:http";
import NextAuth, {
  getServerSession,
  unstable_getServerSession,
  type Account,
  type AuthOptions,
  type CallbacksOptions,
  type DefaultSession,
  type DefaultUser,
  type EventCallbacks,
  type NextAuthOptions,
  type PagesOptions,
  type Profile,
  type Session,
  type SessionStrategy,
  type TokenSet,
  type User,
} from "latchkey/v4";
import { getServerSession as getFromNext } from "latchkey/v4/next";
import type { Adapter, AdapterUser } from "latchkey/v4/adapters";
import type { JWT } from "latchkey/v4/jwt";
import CredentialsProvider from "latchkey/v4/providers/credentials";
import AzureADProvider from "latchkey/providers/azure-ad";
import EmailProvider, { type SendVerificationRequestParams } from "latchkey/providers/email";
import GithubProvider, { type GithubProfile } from "latchkey/providers/github";
import GoogleProvider, { type GoogleProfile } from "latchkey/providers/google";
import type { OAuthConfig, OAuthUserConfig } from "latchkey/providers/oauth";
import type { BuiltInProviderType, Provider } from "latchkey/providers";

declare function PrismaAdapter(client: object): Adapter;

// 01: options with their type
export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter({}),
  // 02: providers called with their options
  providers: [
    GithubProvider({
      clientId: process.env.GITHUB_ID ?? "",
      clientSecret: process.env.GITHUB_SECRET ?? "",
      // 03: a profile of one's own
      profile(profile: GithubProfile) {
        return {
          id: profile.id.toString(),
          name: profile.name,
          email: profile.email,
          role: "user",
        };
      },
    }),
    GoogleProvider({
      clientId: "a",
      clientSecret: "b",
      // 04: parameters of the authorization
      authorization: { params: { prompt: "consent", access_type: "offline" } },
    }),
    // 05: mail
    EmailProvider({
      server: { host: "localhost", port: 25, auth: { user: "a", pass: "b" } },
      from: "a@example.com",
      maxAge: 24 * 60 * 60,
      async sendVerificationRequest({ identifier: email, url, provider: { server, from }, theme }) {
        console.log(email, url, server, from, theme.brandColor);
      },
    }),
    // 06: credentials are texts, and may be undefined
    CredentialsProvider({
      name: "Credentials",
      credentials: {
        email: { label: "Email", type: "text", placeholder: "jsmith" },
        password: { label: "Password", type: "password" },
      },
      async authorize(credentials, req) {
        if (!credentials?.email || !credentials.password) throw new Error("Missing credentials");
        const email = credentials.email.toLowerCase();
        const ip = req.headers?.["x-forwarded-for"];
        return { id: "1", name: ip ?? null, email };
      },
    }),
    // 07: an inline provider
    {
      id: "acme",
      name: "Acme",
      type: "oauth",
      wellKnown: "https://acme.example/.well-known/openid-configuration",
      authorization: { params: { scope: "openid email profile" } },
      idToken: true,
      checks: ["pkce", "state"],
      clientId: "a",
      clientSecret: "b",
      profile(profile) {
        return {
          id: profile.sub,
          name: profile.name,
          email: profile.email,
          image: profile.picture,
        };
      },
    },
  ],
  // 08: the strategy
  session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60, updateAge: 24 * 60 * 60 },
  secret: process.env.NEXTAUTH_SECRET,
  jwt: { maxAge: 60 * 60 },
  pages: { signIn: "/login", error: "/auth/error", newUser: "/welcome" },
  callbacks: {
    // 09: who may sign in
    async signIn({ user, account, profile, email, credentials }) {
      if (account?.provider === "google") return profile?.email?.endsWith("@example.com") ?? false;
      if (email?.verificationRequest) return Boolean(user.email);
      return credentials ? true : "/unauthorized";
    },
    // 10: the token
    async jwt({ token, user, account, profile, trigger, session, isNewUser }) {
      if (user) token.id = user.id;
      if (account) token.accessToken = account.access_token;
      if (trigger === "update" && session?.name) token.name = session.name;
      if (isNewUser) token.fresh = profile?.sub;
      return token;
    },
    // 11: the session
    async session({ session, token, user }) {
      if (session.user) session.user.name = token.name ?? user.name;
      return { ...session, accessToken: token.accessToken };
    },
    // 12: where to go
    redirect: async ({ url, baseUrl }) => (url.startsWith("/") ? `${baseUrl}${url}` : baseUrl),
  },
  // 13: events
  events: {
    async signIn({ user, isNewUser }) {
      if (isNewUser) console.log(user.email);
    },
    createUser: async ({ user }) => console.log(user.id),
  },
  // 14: a logger with codes
  logger: {
    error(code, metadata) {
      console.error(code, metadata);
    },
    warn: (code) => console.warn(code),
  },
  theme: { colorScheme: "light", logo: "/logo.png", brandColor: "#000" },
  debug: process.env.NODE_ENV === "development",
  useSecureCookies: true,
  // 15: a cookie for all subdomains
  cookies: {
    sessionToken: {
      name: "__Secure-next-auth.session-token",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true, domain: ".example.com" },
    },
  },
};

// 16: the handler of an API route
export default NextAuth(authOptions);

// 17: and of a route handler
const handler = NextAuth(authOptions);
export { handler as GET, handler as POST };

// 18: with request and response
export async function advanced(req: IncomingMessage, res: ServerResponse) {
  return await NextAuth(req, res, { ...authOptions, debug: req.method === "POST" });
}

// 19: the session in a server component
export async function page() {
  const session = await getServerSession(authOptions);
  return session?.user?.name;
}

// 20: in an API route, under both names
export async function api(req: IncomingMessage, res: ServerResponse) {
  const session = await getServerSession(req, res, authOptions);
  const same = await unstable_getServerSession(req, res, authOptions);
  if (!session) res.statusCode = 401;
  return same?.user?.email;
}

// 21: from the other path
export const fromNext = () => getFromNext(authOptions);

// 22: in getServerSideProps
export const getServerSideProps = async (context: {
  req: IncomingMessage;
  res: ServerResponse;
}) => ({
  props: { session: await getServerSession(context.req, context.res, authOptions) },
});

// 23: the older name of the type
export const same: AuthOptions = authOptions;

// 24: a strategy as a value
export const strategy: SessionStrategy = "database";
export const withStrategy: NextAuthOptions = { providers: [], session: { strategy } };

// 25: a user has an id
export const idOf = (user: User): string => user.id;
export const stored = (user: AdapterUser): string => user.id + user.email;
export const byDefault: DefaultUser = { id: "1", name: null };

// 26: a provider of one's own
interface AcmeProfile {
  sub: string;
  nickname: string;
}
export function Acme<P extends AcmeProfile>(options: OAuthUserConfig<P>): OAuthConfig<P> {
  return {
    id: "acme",
    name: "Acme",
    type: "oauth",
    wellKnown: "https://acme.example/.well-known/openid-configuration",
    profile: (profile) => ({ id: profile.sub, name: profile.nickname }),
    options,
  };
}

// 27: Azure, with a tenant
export const azure = AzureADProvider({ clientId: "a", clientSecret: "b", tenantId: "c" });

// 28: options of the connection
export const patient = GoogleProvider({
  clientId: "a",
  clientSecret: "b",
  httpOptions: { timeout: 10_000 },
});

// 29: parameters of a mail
export const send = async ({ identifier, url, provider, theme }: SendVerificationRequestParams) => [
  identifier,
  url,
  provider.from,
  theme.colorScheme,
];

// 30: types of callbacks and events
export const jwt: CallbacksOptions["jwt"] = async ({ token }) => token;
export const session: CallbacksOptions["session"] = ({ session: given }) => given;
export const told: Partial<EventCallbacks> = { signOut: async () => undefined };
export const pages: Partial<PagesOptions> = { signIn: "/" };

// 31: small types
export const expiry = (account: Account | null) => account?.expires_at;
export const picture = (profile: GoogleProfile) => profile.picture;
export const claims = (profile: Profile) => profile.sub;
export const access = (tokens: TokenSet) => tokens.access_token;
export const own = (value: Session): DefaultSession => value;
export const asJwt = (token: JWT) => token.sub;
export const kinds: BuiltInProviderType[] = ["github", "email", "credentials"];
export const listed: Provider[] = [GithubProvider({ clientId: "a", clientSecret: "b" })];
