// The fields of the model `User` of a generated client.
import { FullstackAuth } from "../../../../dist/frameworks/next/index.js";
import { twoFactor } from "../../../../dist/plugins/two-factor/index.js";
import { sessionRegistry } from "../../../../dist/plugins/session-registry/index.js";
import GitHub from "../../../../dist/providers/github.js";
import Google from "../../../../dist/providers/google.js";
import Nodemailer from "../../../../dist/providers/nodemailer.js";
import { PrismaAdapter } from "../../../../dist/adapters/prisma/index.js";
import { people, prisma } from "../clients.mjs";

export const { handlers, auth, signIn } = FullstackAuth({
  adapter: PrismaAdapter(prisma),
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
