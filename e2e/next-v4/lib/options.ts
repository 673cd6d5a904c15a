import type { NextAuthOptions } from "latchkey/v4";
import CredentialsProvider from "latchkey/v4/providers/credentials";

declare module "latchkey/v4" {
  interface Session {
    role?: string;
  }
}

declare module "latchkey/v4/jwt" {
  interface JWT {
    role?: string;
  }
}

/** As an application of next-auth 4 has them, with other imports. The day of the move is in AUTH_MOVED_UNTIL. */
export const authOptions: NextAuthOptions = {
  session: { strategy: "jwt" },
  providers: [
    CredentialsProvider({
      name: "Credentials",
      credentials: { password: { label: "Password", type: "password" } },
      authorize(credentials, req) {
        if (req.method !== "POST") return null;
        if (credentials?.password !== "correct") throw new Error("Wrong password, try again");
        return { id: "1", name: "Ada", email: "ada@example.org" };
      },
    }),
  ],
  callbacks: {
    jwt({ token, user }) {
      return user ? { ...token, role: "admin" } : token;
    },
    session({ session, token }) {
      return { ...session, role: token.role };
    },
  },
};
