// The same configuration on a store that knows no columns.
import { FullstackAuth } from "../../../../dist/frameworks/next/index.js";
import { twoFactor } from "../../../../dist/plugins/two-factor/index.js";
import { sessionRegistry } from "../../../../dist/plugins/session-registry/index.js";
import GitHub from "../../../../dist/providers/github.js";
import Google from "../../../../dist/providers/google.js";
import Nodemailer from "../../../../dist/providers/nodemailer.js";
import { MemoryAdapter } from "../../../../dist/adapters/memory/index.js";
import { people } from "../clients.mjs";

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
