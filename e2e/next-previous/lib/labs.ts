import { FullstackAuth, type NextAuthConfig, type NextAuthResult } from "latchkey/next";
import { base } from "./config";

const down = () => Promise.reject(new Error("The database is down."));

/** Everything that can go wrong with reading a session. */
export const labs: Record<string, NextAuthResult> = {
  sound: FullstackAuth(base),
  "bad secret": FullstackAuth({ ...base, secret: "short" }),
  "other secret": FullstackAuth({ ...base, secret: "another secret of more than 32 characters" }),
  "adapter down": FullstackAuth({
    ...base,
    session: { strategy: "database" },
    adapter: {
      getSessionAndUser: down,
      createSession: down,
      updateSession: down,
      deleteSession: down,
      getUser: down,
    },
  }),
  "adapter absent": FullstackAuth({ ...base, adapter: () => down() }),
  "session callback throws": withCallbacks({
    session() {
      throw new Error("The session callback failed.");
    },
  }),
  "jwt callback throws": withCallbacks({
    jwt() {
      throw new Error("The jwt callback failed.");
    },
  }),
  "lazy config throws": FullstackAuth(() => {
    throw new Error("There is no configuration.");
  }),
  "lazy config rejects": FullstackAuth(() => Promise.reject(new Error("There is none."))),
};

function withCallbacks(callbacks: NonNullable<NextAuthConfig["callbacks"]>): NextAuthResult {
  return FullstackAuth({ ...base, callbacks });
}
