// The columns of a table of Drizzle.
import { FullstackAuth } from "latchkey/next";
import { twoFactor } from "latchkey/plugins/two-factor";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import Nodemailer from "latchkey/providers/nodemailer";
import { DrizzleAdapter } from "latchkey/adapters/drizzle";
import { db, people, usersTable } from "../tables.js";

export const { handlers, auth, signIn } = FullstackAuth({
  adapter: DrizzleAdapter(db, { usersTable }),
  providers: [GitHub, Google, Nodemailer({ from: "a@b.example" })],
  plugins: [twoFactor(), sessionRegistry()],
  session: { strategy: "database" },
  callbacks: {
    signIn: ({ user }) => Boolean(user.id),
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, role: user.role },
    }),
  },
  events: { createUser: ({ user }) => void user.role },
});

type Role = "ADMIN" | "MEMBER";

/** Without augmentation, what the callback returns has the type of the column. */
export const roleOf = async (): Promise<Role | undefined> => (await auth())?.user.role;
export const used = [people];
