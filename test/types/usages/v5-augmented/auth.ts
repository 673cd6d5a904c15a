import type { Adapter as PublishedAdapter } from "@auth/core/adapters";
import NextAuth, { type Session } from "latchkey/next";
import type { Adapter } from "latchkey/adapters";

// Only this door is imported; the others are named where types are extended.
export const { auth } = NextAuth({
  providers: [],
  callbacks: {
    jwt({ token, user }) {
      if (user?.role) token.role = user.role;
      token.id = token.sub;
      return token;
    },
    session({ session, token }) {
      const role: "admin" | "user" | undefined = token.role;
      session.user.role = role;
      session.user.id = token.id ?? "";
      return { ...session, accessToken: "a" };
    },
  },
});

export async function roleOf(): Promise<string> {
  const session: Session | null = await auth();
  return session ? `${session.user.id} ${session.user.role} ${session.accessToken}` : "";
}

// The types of a published adapter don't know the columns that are declared here.
declare const published: PublishedAdapter;
export const stored = NextAuth({ providers: [], adapter: published });
export const over: Adapter = {
  ...published,
  createUser: async (user) => ({ ...user, plan: "free" }),
};
