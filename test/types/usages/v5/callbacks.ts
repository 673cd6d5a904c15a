import type { NextAuthConfig } from "latchkey/next";
import type { JWT } from "latchkey/jwt";

interface Refreshed {
  access_token: string;
  expires_in: number;
}

export const config: NextAuthConfig = {
  providers: [],
  // 21: a logger in the form of Auth.js
  logger: {
    error(error) {
      console.error(error.name, error.message, error.cause);
    },
    warn: (code) => console.warn(code),
    debug: (code, ...message) => console.debug(code, message),
  },
  callbacks: {
    // 22: who may sign in
    async signIn({ account, profile }) {
      if (account?.provider === "google") {
        return !!profile?.email_verified && profile.email?.endsWith("@example.com") === true;
      }
      return true;
    },
    // 23: the token, with what the browser offers
    async jwt({ token, user, account, profile, trigger, session }) {
      if (trigger === "update" && session?.name) token.name = session.name;
      if (trigger === "update" && session?.user) token = { ...token, ...session.user };
      if (user) token.id = user.id;
      if (account?.access_token) token.accessToken = account.access_token;
      if (profile?.picture) token.picture = profile.picture;
      return token;
    },
    // 24: the session, out of it
    async session({ session, token, newSession, trigger }) {
      if (token.sub) session.user.id = token.sub;
      if (trigger === "update") session.user.name = newSession.user.name;
      session.user.image = token.picture;
      return session;
    },
    // 25: where to go
    redirect({ url, baseUrl }) {
      if (url.startsWith("/")) return `${baseUrl}${url}`;
      return new URL(url).origin === baseUrl ? url : baseUrl;
    },
  },
  // 26: events
  events: {
    async linkAccount({ user, profile }) {
      console.log(user.id, profile.email);
    },
    async createUser({ user }) {
      console.log(user.email);
    },
    signOut(message) {
      if ("session" in message) console.log(message.session?.userId);
      else console.log(message.token?.sub);
    },
  },
  // 27: cookies
  cookies: {
    sessionToken: {
      name: `__Secure-authjs.session-token`,
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: true, domain: ".example.com" },
    },
    pkceCodeVerifier: { name: "authjs.pkce.code_verifier", options: { sameSite: "none" } },
  },
  theme: { logo: "https://example.com/logo.png", colorScheme: "dark" },
  useSecureCookies: process.env.NODE_ENV === "production",
};

// 28: tokens renewed in the callback
export async function refresh(token: JWT): Promise<JWT> {
  const response = await fetch("https://example.com/token", { method: "POST" });
  const tokens: Refreshed = await response.json();
  return { ...token, access_token: tokens.access_token, error: undefined };
}

// 29: with the database strategy
export const stored: NextAuthConfig = {
  providers: [],
  session: { strategy: "database", generateSessionToken: () => crypto.randomUUID() },
  callbacks: {
    session({ session, user }) {
      session.user.id = user.id;
      return { ...session, user: { ...session.user, verified: user.emailVerified !== null } };
    },
  },
};

// 30: callbacks taken by their types
export type JwtCallback = NonNullable<NonNullable<NextAuthConfig["callbacks"]>["jwt"]>;
export const keep: JwtCallback = ({ token }) => token;
export type SessionParams = Parameters<
  NonNullable<NonNullable<NextAuthConfig["callbacks"]>["session"]>
>[0];
export const nameOf = ({ session }: SessionParams) => session.user.name;
