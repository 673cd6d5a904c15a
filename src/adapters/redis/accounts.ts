import type { AccountKey, AdapterAccount } from "../../types/adapter.js";
import { present } from "../rows/present.js";
import { readAccount } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read, readOwned, untilUnchanged } from "./store.js";
import type { RedisStore } from "./store.js";

export function accountMethods(store: RedisStore) {
  const { keys } = store;
  return {
    async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
      await change(store, {
        lua: scripts.createOwned,
        keys: [keys.account(account), keys.user(account.userId), keys.accountsOf(account.userId)],
        values: [encodeRow(account), "account"],
      });
      return account;
    },
    async unlinkAccount(key: AccountKey): Promise<AdapterAccount | undefined> {
      return untilUnchanged(store, async () => {
        const found = await read(store, keys.account(key));
        if (!found) return undefined;
        const account = readAccount(found.row);
        const script = {
          lua: scripts.deleteOwned,
          keys: [keys.account(key), keys.accountsOf(account.userId)],
          values: [found.json],
        };
        return { script, result: account };
      });
    },
    async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
      return (await readOwned(store, keys.accountsOf(userId))).map(readAccount);
    },
    async updateAccount(
      changes: Partial<AdapterAccount> & AccountKey,
    ): Promise<AdapterAccount | null> {
      const key = keys.account(changes);
      const updated = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        // Whose it is stays as it is: the lists of users would have to change as well.
        const { userId, ...former } = readAccount(found.row);
        const account = { ...former, ...present(changes), userId };
        const values = [found.json, encodeRow(account)];
        return { script: { lua: scripts.replace, keys: [key], values }, result: account };
      });
      return updated ?? null;
    },
    async getAccount(providerAccountId: string, provider: string) {
      const found = await read(store, keys.account({ provider, providerAccountId }));
      return found ? readAccount(found.row) : null;
    },
  };
}
