import { DrizzleAdapter } from "@auth/drizzle-adapter";
import NextAuth from "next-auth";
import type { Adapter } from "next-auth/adapters";
import type { Provider } from "next-auth/providers";
import GitHub from "next-auth/providers/github";
import Resend from "next-auth/providers/resend";
import { db } from "./db";

const providers: Provider[] = [GitHub, Resend({ from: "no-reply@example.com" })];

/** The names that the sign-in page shows. */
export const providerMap = providers.map((provider) => {
  const { id, name } = typeof provider === "function" ? provider() : provider;
  return { id, name };
});

const published = DrizzleAdapter(db);
const adapter: Adapter = {
  ...published,
  async createUser(user) {
    const created = await published.createUser?.(user);
    if (!created) throw new Error("The user wasn't created.");
    return { ...created, plan: "free" };
  },
};

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter,
  providers,
  session: { strategy: "database", maxAge: 30 * 24 * 60 * 60 },
  callbacks: {
    session({ session, user }) {
      session.user.plan = user.plan;
      return session;
    },
  },
});
