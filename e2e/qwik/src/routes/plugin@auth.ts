import { QwikAuth$ } from "@auth/qwik";
import Credentials from "@auth/qwik/providers/credentials";

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(() => ({
  secret: "a secret of the tests that is long enough for everybody",
  trustHost: true,
  providers: [
    Credentials({
      credentials: { username: {}, password: {} },
      authorize: ({ password }) =>
        password === "right" ? { id: "1", name: "Ada", email: "ada@example.org" } : null,
    }),
  ],
}));
