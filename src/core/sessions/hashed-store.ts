import type { AdapterSession } from "../../types/adapter.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Store } from "../../types/store.js";
import type { KeyRing } from "../crypto/keys.js";
import { asError } from "../errors/as-error.js";
import { SessionTokenError } from "../errors/errors.js";
import { hashOfToken, hashPrefix } from "./token-hash.js";

type SessionMethods = Pick<
  Store,
  "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession"
>;

/**
 * The store with only a hash of each session token, so that a leaked table or backup can't be used to sign
 * in. Existing rows are still found by their token, and replaced.
 */
export function hashedStore(store: Store, { keys, logger }: HashDeps): Store {
  const hash = (token: string): Promise<string> => hashOfToken(keys, token);
  /** A stored hash must never be accepted as a token. */
  const isOlder = (token: string): boolean => !token.startsWith(hashPrefix);

  const replace = async (old: AdapterSession, sessionToken: string): Promise<void> => {
    try {
      await store.createSession({ ...old, sessionToken });
      await store.deleteSession(old.sessionToken);
    } catch (error) {
      // Another request was faster, or the store failed: the next read tries again.
      const message =
        "A session row from before `session.hashed` couldn't be replaced. The next read tries again.";
      logger.debug("session_row_kept", new SessionTokenError(message, { err: asError(error) }));
    }
  };
  const methods: SessionMethods = {
    async createSession(session) {
      const { sessionToken } = session;
      const made = await store.createSession({
        ...session,
        sessionToken: await hash(sessionToken),
      });
      return { ...made, sessionToken };
    },
    async getSessionAndUser(sessionToken) {
      const hashed = await hash(sessionToken);
      const found = await store.getSessionAndUser(hashed);
      if (found) return { ...found, session: { ...found.session, sessionToken } };
      const older = isOlder(sessionToken) ? await store.getSessionAndUser(sessionToken) : null;
      if (older && older.session.expires.getTime() > Date.now()) {
        await replace(older.session, hashed);
      }
      return older;
    },
    updateSession: async ({ sessionToken, ...rest }) =>
      store.updateSession({ ...rest, sessionToken: await hash(sessionToken) }),
    async deleteSession(sessionToken) {
      const deleted = await store.deleteSession(await hash(sessionToken));
      if (!isOlder(sessionToken)) return deleted;
      return (await store.deleteSession(sessionToken)) ?? deleted;
    },
  };
  return { ...store, ...methods };
}

export interface HashDeps {
  readonly keys: KeyRing;
  readonly logger: LoggerInstance;
}
