import NextAuth from "latchkey/next";
import { base } from "./config";

declare global {
  var sessionReads: number | undefined;
}

/** The instance that signs people in. The cookie is renewed at every reading that may set one. */
export const { handlers, auth, requireFresh, signIn, signOut, unstable_update } = NextAuth(() => ({
  ...base,
  session: { updateAge: 0 },
  callbacks: {
    jwt: ({ token, trigger, session }) => {
      const name = trigger === "update" ? readName(session) : undefined;
      return name === undefined ? token : { ...token, name };
    },
    session({ session }) {
      globalThis.sessionReads = (globalThis.sessionReads ?? 0) + 1;
      return session;
    },
  },
}));

function readName(data: unknown): string | undefined {
  const isNamed = typeof data === "object" && data !== null && "name" in data;
  return isNamed && typeof data.name === "string" ? data.name : undefined;
}
