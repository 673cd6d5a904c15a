import NextAuth, { type NextAuthConfig } from "latchkey/next";

export const config: NextAuthConfig = {
  providers: [],
  callbacks: {
    session: ({ session, token }) => ({
      ...session,
      user: { id: Number(token.sub), email: session.user.email, role: "user" as const },
    }),
  },
};
export const { auth, handlers } = NextAuth(config);
export const lazy = NextAuth(() => config);

export async function idOf(): Promise<number | undefined> {
  const session = await auth();
  return session?.error === "RefreshTokenError" ? undefined : session?.user.id;
}
