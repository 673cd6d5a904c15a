import GithubProvider from "next-auth/providers/github";
import { NuxtAuthHandler } from "#auth";

export default NuxtAuthHandler({
  secret: process.env.NEXTAUTH_SECRET,
  providers: [GithubProvider.default({ clientId: "a", clientSecret: "b" })],
});
