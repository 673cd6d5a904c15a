// The same configuration on a store that knows no columns.
import { FullstackAuth } from "latchkey/next";
import { twoFactor } from "latchkey/plugins/two-factor";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { people } from "../tables.js";

export const { handlers, auth, signIn } = FullstackAuth({
  adapter: MemoryAdapter(),
  providers: [GitHub, Google, Nodemailer({ from: "a@b.example" })],
  plugins: [twoFactor(), sessionRegistry()],
  session: { strategy: "database" },
  callbacks: {
    signIn: ({ user }) => Boolean(user.id),
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, role: user.name },
    }),
  },
  events: { createUser: ({ user }) => void user.name },
});

export const roleOf = async () => (await auth())?.user.role;
export const used = [people];
