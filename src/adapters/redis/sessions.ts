import type { AdapterSession } from "../../types/adapter.js";
import { toText } from "../rows/convert.js";
import { present } from "../rows/present.js";
import { readSession, readUser } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read, untilUnchanged } from "./store.js";
import type { RedisStore } from "./store.js";

export function sessionMethods(store: RedisStore) {
  const { keys } = store;
  return {
    ...sessionChanges(store),
    async createSession(session: AdapterSession): Promise<AdapterSession> {
      const { sessionToken, userId, expires } = session;
      await change(store, {
        lua: scripts.createSession,
        keys: [keys.session(sessionToken), keys.user(userId), keys.sessionsOf(userId)],
        values: [encodeRow(session), time(expires), time(new Date())],
      });
      return session;
    },
    async getSessionAndUser(sessionToken: string) {
      const found = await read(store, keys.session(sessionToken));
      if (!found) return null;
      const session = readSession(found.row);
      const user = await read(store, keys.user(session.userId));
      return user ? { session, user: readUser(user.row) } : null;
    },
    async deleteSessionsByUserId(userId: string): Promise<void> {
      const list = keys.sessionsOf(userId);
      await untilUnchanged(store, async () => {
        const all = await keysIn(store, list);
        return { script: { lua: scripts.deleteSessions, keys: [list, ...all] }, result: undefined };
      });
    },
    async deleteOtherSessions(userId: string, sessionToken: string): Promise<void> {
      const [list, spared] = [keys.sessionsOf(userId), keys.session(sessionToken)];
      await untilUnchanged(store, async () => {
        const others = (await keysIn(store, list)).filter((key) => key !== spared);
        const given = [list, spared, ...others];
        return { script: { lua: scripts.deleteOtherSessions, keys: given }, result: undefined };
      });
    },
  };
}

async function keysIn(store: RedisStore, list: string): Promise<string[]> {
  const found = await store.run({ lua: scripts.sessionKeys, keys: [list] });
  return Array.isArray(found) ? found.map(toText).map(store.asGiven) : [];
}

const time = (date: Date): string => date.getTime().toString();

/** Changes one session, and retries while another process is faster. */
function sessionChanges(store: RedisStore) {
  const { keys } = store;
  return {
    async updateSession(
      changes: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
    ): Promise<AdapterSession | null> {
      const key = keys.session(changes.sessionToken);
      const updated = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        const former = readSession(found.row);
        const session = { ...former, ...present(changes) };
        const { userId, expires } = session;
        const script = {
          lua: scripts.updateSession,
          keys: [key, keys.user(userId), keys.sessionsOf(former.userId), keys.sessionsOf(userId)],
          values: [found.json, encodeRow(session), time(expires)],
        };
        return { script, result: session };
      });
      return updated ?? null;
    },
    async deleteSession(sessionToken: string): Promise<AdapterSession | null> {
      const key = keys.session(sessionToken);
      const deleted = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        const session = readSession(found.row);
        const script = {
          lua: scripts.deleteSession,
          keys: [key, keys.sessionsOf(session.userId)],
          values: [found.json],
        };
        return { script, result: session };
      });
      return deleted ?? null;
    },
  };
}
