import NextAuth, { type NextAuthConfig } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";

const config: NextAuthConfig = {
  providers: [
    GitHub,
    Credentials({
      credentials: { email: {}, password: {} },
      authorize: async ({ email }) => (email ? { id: "1", email: String(email) } : null),
    }),
  ],
  callbacks: { authorized: ({ auth }) => !!auth },
};
export const { handlers, auth, signIn, signOut } = NextAuth(config);
