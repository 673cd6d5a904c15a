import FullstackAuth from "latchkey/next";
import { authorized } from "./lib/authorized";
import { providers } from "./lib/providers";
import { session } from "./lib/session";
import { openStore } from "./lib/store";

export const { handlers, auth, signIn, signOut, unstable_update } = FullstackAuth({
  providers,
  adapter: openStore,
  pages: { signIn: "/login" },
  callbacks: { authorized, session },
});
