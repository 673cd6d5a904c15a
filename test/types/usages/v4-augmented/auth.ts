import { getServerSession, type NextAuthOptions } from "latchkey/v4";
import type { Adapter } from "latchkey/v4/adapters";
import { getToken } from "latchkey/v4/jwt";

/** A published adapter: its types don't know of `role`. */
interface Row {
  id: string;
  email: string;
  emailVerified: Date | null;
}
declare function PrismaAdapter(client: object): {
  createUser?(user: Omit<Row, "id">): Promise<Row>;
  getUser?(id: string): Promise<Row | null>;
  getSessionAndUser?(token: string): Promise<{
    session: { sessionToken: string; userId: string; expires: Date };
    user: Row;
  } | null>;
  linkAccount?(account: { provider: string }): Promise<void>;
};

export const authOptions: NextAuthOptions = {
  adapter: PrismaAdapter({}),
  providers: [],
  callbacks: {
    jwt({ token, user, profile }) {
      if (user) token.role = profile?.groups?.includes("admins") ? "admin" : user.role;
      return token;
    },
    session({ session, token }) {
      session.user.role = token.role;
      return session;
    },
  },
  events: { createUser: async ({ user }) => console.log(user.role) },
};
export const over: Adapter = {
  ...PrismaAdapter({}),
  createUser: async (user) => ({ ...user, id: "1", role: "user" }),
};

export async function roles(req: Request): Promise<string[]> {
  const session = await getServerSession(authOptions);
  const token = await getToken({ req });
  return [session?.user.role ?? "", token?.role ?? ""];
}
