import type { AdapterSecondStep } from "../../types/adapter.js";
import { readSecondStep } from "../rows/read.js";
import { encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, read } from "./store.js";
import type { RedisStore } from "./store.js";

export function secondStepMethods(store: RedisStore) {
  const { keys, run } = store;
  return {
    async getSecondStep(userId: string): Promise<AdapterSecondStep | null> {
      const found = await read(store, keys.secondStep(userId));
      return found ? readSecondStep(found.row) : null;
    },
    async setSecondStep(
      { userId, data }: AdapterSecondStep,
      former?: string | null,
    ): Promise<boolean> {
      const before = typeof former === "string" ? encodeRow({ userId, data: former }) : "";
      const which = former === undefined ? "any" : former === null ? "none" : "this";
      const answer = await change(store, {
        lua: scripts.setSingle,
        keys: [keys.secondStep(userId), keys.user(userId)],
        values: [encodeRow({ userId, data }), before, which],
      });
      return answer === "done";
    },
    async deleteSecondStep(userId: string): Promise<boolean> {
      return (await run({ lua: scripts.remove, keys: [keys.secondStep(userId)] })) === 1;
    },
  };
}
