import type { VerificationToken } from "../../types/adapter.js";
import { readVerificationToken } from "../rows/read.js";
import { decodeRow, encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change } from "./store.js";
import type { RedisStore } from "./store.js";

export function verificationTokenMethods(store: RedisStore) {
  const { keys, run } = store;
  return {
    async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
      await change(store, {
        lua: scripts.createVerificationToken,
        keys: [keys.verificationToken(token)],
        values: [encodeRow(token), token.expires.getTime().toString()],
      });
      return token;
    },
    async useVerificationToken(
      key: Pick<VerificationToken, "identifier" | "token">,
    ): Promise<VerificationToken | null> {
      const lua = scripts.takeVerificationToken;
      const json = await run({ lua, keys: [keys.verificationToken(key)] });
      return typeof json === "string" ? readVerificationToken(decodeRow(json)) : null;
    },
  };
}
