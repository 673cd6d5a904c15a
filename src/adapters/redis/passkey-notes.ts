import type { AdapterPasskeyNotes } from "../../types/adapter.js";
import { readUserText } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read } from "./store.js";
import type { RedisStore } from "./store.js";

export function passkeyNotesMethods(store: RedisStore) {
  const { keys } = store;
  return {
    getPasskeyNotes: async (userId: string): Promise<AdapterPasskeyNotes | null> => {
      const found = await read(store, keys.passkeyNotes(userId));
      return found ? readUserText(found.row) : null;
    },
    setPasskeyNotes: async (
      { userId, data }: AdapterPasskeyNotes,
      former?: string | null,
    ): Promise<boolean> => {
      const before = typeof former === "string" ? encodeRow({ userId, data: former }) : "";
      const which = former === undefined ? "any" : former === null ? "none" : "this";
      const answer = await change(store, {
        lua: scripts.setSingle,
        keys: [keys.passkeyNotes(userId), keys.user(userId)],
        values: [encodeRow({ userId, data }), before, which],
      });
      return answer === "done";
    },
  };
}
