import type { Adapter } from "../../types/adapter.js";
import { toText } from "../rows/convert.js";
import { present } from "../rows/present.js";
import { readSession, readUser } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, changeRow, read, untilUnchanged } from "./store.js";
import type { RedisStore } from "./store.js";

export function sessionMethods(store: RedisStore) {
  const { keys } = store;
  return {
    async createSession(session) {
      const { sessionToken, userId, expires } = session;
      await change(store, {
        lua: scripts.createSession,
        keys: [keys.session(sessionToken), keys.user(userId), keys.sessionsOf(userId)],
        values: [encodeRow(session), time(expires), time(new Date())],
      });
      return session;
    },
    async getSessionAndUser(sessionToken) {
      const found = await read(store, keys.session(sessionToken));
      if (!found) return null;
      const session = readSession(found.row);
      const user = await read(store, keys.user(session.userId));
      return user ? { session, user: readUser(user.row) } : null;
    },
    updateSession(changes) {
      const key = keys.session(changes.sessionToken);
      return changeRow(store, key, ({ json, row }) => {
        const former = readSession(row);
        const session = { ...former, ...present(changes) };
        const { userId, expires } = session;
        const script = {
          lua: scripts.updateSession,
          keys: [key, keys.user(userId), keys.sessionsOf(former.userId), keys.sessionsOf(userId)],
          values: [json, encodeRow(session), time(expires)],
        };
        return { script, result: session };
      });
    },
    deleteSession(sessionToken) {
      const key = keys.session(sessionToken);
      return changeRow(store, key, ({ json, row }) => {
        const result = readSession(row);
        const given = [key, keys.sessionsOf(result.userId)];
        return { script: { lua: scripts.deleteSession, keys: given, values: [json] }, result };
      });
    },
    // No session has an empty token, so none is spared.
    deleteSessionsByUserId: (userId) => deleteOthers(store, userId, ""),
    deleteOtherSessions: (userId, sessionToken) => deleteOthers(store, userId, sessionToken),
  } satisfies Adapter;
}

async function deleteOthers(store: RedisStore, userId: string, sessionToken: string) {
  const [list, spared] = [store.keys.sessionsOf(userId), store.keys.session(sessionToken)];
  await untilUnchanged(store, async () => {
    const found = await store.run({ lua: scripts.sessionKeys, keys: [list] });
    const all = Array.isArray(found) ? found.map(toText).map(store.asGiven) : [];
    const given = [list, spared, ...all.filter((key) => key !== spared)];
    return { script: { lua: scripts.deleteOtherSessions, keys: given }, result: undefined };
  });
}

const time = (date: Date): string => date.getTime().toString();
