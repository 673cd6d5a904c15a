import type { KeyRing } from "../crypto/keys.js";
import { SessionTokenError } from "../errors.js";
import { asError } from "../thrown.js";
import type { AdapterSession } from "../types/adapter.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";
import { hashOfToken, hashPrefix } from "./token-hash.js";

type SessionMethods = Pick<
  Store,
  "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession"
>;

/**
 * The store, with only a hash of each session token in it: whoever reads the table, or a backup of it,
 * can sign in as nobody. Rows from before are found by their token once more, and replaced.
 */
export function hashedStore(store: Store, { keys, logger }: HashDeps): Store {
  const hash = (token: string): Promise<string> => hashOfToken(keys, token);
  /** What the table holds must never pass for a token. */
  const isOlder = (token: string): boolean => !token.startsWith(hashPrefix);

  const replace = async (old: AdapterSession, sessionToken: string): Promise<void> => {
    try {
      await store.createSession({ ...old, sessionToken });
      await store.deleteSession(old.sessionToken);
    } catch (error) {
      // Another request was faster, or the store failed: the row is found again at the next read.
      const message = "A session row from before `session.hashed` could not be replaced.";
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
