import { getServerSession, type NextAuthOptions } from "next-auth";
import GithubProvider from "next-auth/providers/github";

export const authOptions: NextAuthOptions = {
  providers: [GithubProvider({ clientId: "a", clientSecret: "b" })],
};
export const getSession = () => getServerSession(authOptions);
export type { Session } from "next-auth";
