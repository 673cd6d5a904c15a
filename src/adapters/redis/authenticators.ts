import type { AdapterAuthenticator } from "../../types/adapter.js";
import { readAuthenticator } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read, readOwned, untilUnchanged } from "./store.js";
import type { RedisStore } from "./store.js";

export function authenticatorMethods(store: RedisStore) {
  const { keys } = store;
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
      return (await readOwned(store, keys.authenticatorsOf(userId))).map(readAuthenticator);
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
    async deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
      const key = keys.authenticator(credentialID);
      const deleted = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        const authenticator = readAuthenticator(found.row);
        const set = keys.authenticatorsOf(authenticator.userId);
        const script = { lua: scripts.deleteOwned, keys: [key, set], values: [found.json] };
        return { script, result: authenticator };
      });
      return deleted ?? null;
    },
  };
}
