import type { NextAuthOptions } from "next-auth";
import GithubProvider from "next-auth/providers/github";

export const authOptions: NextAuthOptions = {
  pages: { signIn: "/auth/signin", error: "/auth/error", verifyRequest: "/auth/verify" },
  providers: [GithubProvider({ clientId: "a", clientSecret: "b" })],
};
