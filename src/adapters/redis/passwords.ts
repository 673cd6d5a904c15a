import type { AdapterPassword } from "../../types/adapter.js";
import { readPassword } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read } from "./store.js";
import type { RedisStore } from "./store.js";

export function passwordMethods(store: RedisStore) {
  const { keys, run } = store;
  return {
    async getPassword(userId: string): Promise<AdapterPassword | null> {
      const found = await read(store, keys.password(userId));
      return found ? readPassword(found.row) : null;
    },
    async setPassword({ userId, hash }: AdapterPassword, former?: string | null): Promise<boolean> {
      const row = encodeRow({ userId, hash });
      const before = typeof former === "string" ? encodeRow({ userId, hash: former }) : "";
      const which = former === undefined ? "any" : former === null ? "none" : "this";
      const answer = await change(store, {
        lua: scripts.setSingle,
        keys: [keys.password(userId), keys.user(userId)],
        values: [row, before, which],
      });
      return answer === "done";
    },
    async deletePassword(userId: string): Promise<boolean> {
      return (await run({ lua: scripts.remove, keys: [keys.password(userId)] })) === 1;
    },
  };
}
