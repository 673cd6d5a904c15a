import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";

declare module "next-auth" {
  interface Session {
    role?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    role?: string;
  }
}

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
