import type { AdapterSecondStep } from "../../types/adapter.js";
import { readUserText } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read } from "./store.js";
import type { RedisStore } from "./store.js";

/** The one text that a user has under a key. */
function userText(store: RedisStore, keyOf: (userId: string) => string) {
  const { keys, run } = store;
  return {
    get: async (userId: string): Promise<AdapterSecondStep | null> => {
      const found = await read(store, keyOf(userId));
      return found ? readUserText(found.row) : null;
    },
    set: async ({ userId, data }: AdapterSecondStep, former?: string | null): Promise<boolean> => {
      const before = typeof former === "string" ? encodeRow({ userId, data: former }) : "";
      const which = former === undefined ? "any" : former === null ? "none" : "this";
      const answer = await change(store, {
        lua: scripts.setSingle,
        keys: [keyOf(userId), keys.user(userId)],
        values: [encodeRow({ userId, data }), before, which],
      });
      return answer === "done";
    },
    remove: async (userId: string): Promise<boolean> => {
      return (await run({ lua: scripts.remove, keys: [keyOf(userId)] })) === 1;
    },
  };
}

export function secondStepMethods(store: RedisStore) {
  const { get, set, remove } = userText(store, (id) => store.keys.secondStep(id));
  return { getSecondStep: get, setSecondStep: set, deleteSecondStep: remove };
}

export function passkeyNotesMethods(store: RedisStore) {
  const { get, set } = userText(store, (id) => store.keys.passkeyNotes(id));
  return { getPasskeyNotes: get, setPasskeyNotes: set };
}
