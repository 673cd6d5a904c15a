import type { Adapter } from "../../types/adapter.js";
import { accountMethods } from "./accounts.js";
import { authenticatorMethods } from "./authenticators.js";
import { scriptRunner } from "./client.js";
import type { RedisClient } from "./client.js";
import { keysWith } from "./keys.js";
import { sessionMethods } from "./sessions.js";
import { userMethods } from "./users.js";
import { verificationTokenMethods } from "./verification-tokens.js";

export interface RedisAdapterOptions {
  /** What every key begins with. One without a hash tag becomes one. Default `{latchkey}:`. */
  prefix?: string;
}

/** Every method but `transaction`, which Redis can not do. */
export type RedisAdapterMethods = Required<Omit<Adapter, "transaction">>;

/**
 * Keeps everything in Redis or Valkey, through a client of `redis`, `ioredis` or `iovalkey`, on one
 * server or a cluster. Sessions and one-time tokens go by themselves when they expire.
 *
 * ```ts
 * const client = await createClient({ url: "redis://127.0.0.1" }).connect();
 * const config = { adapter: RedisAdapter(client), providers: [] };
 * ```
 */
export function RedisAdapter(
  client: RedisClient,
  { prefix = "{latchkey}:" }: RedisAdapterOptions = {},
): RedisAdapterMethods {
  const store = { keys: keysWith(prefix), run: scriptRunner(client) };
  return {
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
  };
}
