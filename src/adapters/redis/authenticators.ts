import type { AdapterAuthenticator } from "../../types/adapter.js";
import { toText } from "../rows/convert.js";
import { readAuthenticator } from "../rows/read.js";
import { decodeRow, encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read, untilUnchanged } from "./store.js";
import type { RedisStore } from "./store.js";

export function authenticatorMethods(store: RedisStore) {
  const { keys, run } = store;
  return {
    async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
      const { credentialID, userId } = authenticator;
      await change(store, {
        lua: scripts.createOwned,
        keys: [keys.authenticator(credentialID), keys.user(userId), keys.authenticatorsOf(userId)],
        values: [encodeRow(authenticator), "authenticator"],
      });
      return authenticator;
    },
    async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
      const found = await read(store, keys.authenticator(credentialID));
      return found ? readAuthenticator(found.row) : null;
    },
    async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
      const set = keys.authenticatorsOf(userId);
      const owned = texts(await run({ lua: scripts.members, keys: [set] }));
      if (owned.length === 0) return [];
      const rows = texts(await run({ lua: scripts.readAll, keys: owned }));
      return rows.map((json) => readAuthenticator(decodeRow(json)));
    },
    async updateAuthenticatorCounter(
      credentialID: string,
      newCounter: number,
    ): Promise<AdapterAuthenticator> {
      const key = keys.authenticator(credentialID);
      const updated = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        const authenticator = { ...readAuthenticator(found.row), counter: newCounter };
        const values = [found.json, encodeRow(authenticator)];
        return { script: { lua: scripts.replace, keys: [key], values }, result: authenticator };
      });
      if (!updated) throw new Error("There is no authenticator with this credential id");
      return updated;
    },
  };
}

/** The texts of a list. A row removed meanwhile shows as null and is left out. */
function texts(answer: unknown): string[] {
  if (!Array.isArray(answer)) throw new TypeError("The store gave no list");
  return answer.filter((entry: unknown) => entry !== null).map(toText);
}
