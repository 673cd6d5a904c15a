import { CredentialsSignin, type NextAuthConfig } from "latchkey/next";
import Credentials from "latchkey/providers/credentials";

/** What all labs have in common. It needs nothing but web-platform globals, so it runs at the edge too. */
export const base: NextAuthConfig = {
  providers: [
    Credentials({
      credentials: { password: { type: "password" } },
      authorize({ password }) {
        if (password !== "correct") throw new CredentialsSignin();
        return { id: "1", name: "Ada", email: "ada@example.com" };
      },
    }),
  ],
};
