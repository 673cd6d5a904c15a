import { bringsState } from "../../state/brought.js";
import { redisState } from "../../state/redis.js";
import type { WholeAdapter } from "../../types/adapter.js";
import { accountMethods } from "./accounts.js";
import { authenticatorMethods } from "./authenticators.js";
import { keyReader, scriptRunner } from "./client.js";
import type { RedisClient } from "./client.js";
import { keysWith } from "./keys.js";
import { redisRecords } from "./records/store.js";
import { sessionMethods } from "./sessions.js";
import { userMethods } from "./users.js";
import { verificationTokenMethods } from "./verification-tokens.js";

export interface RedisAdapterOptions {
  /** What every key begins with. One without a hash tag becomes one. Default `{latchkey}:`. */
  prefix?: string;
}

/** Every method but `transaction`, which Redis can not do. */
export type RedisAdapterMethods<Columns = unknown> = Omit<WholeAdapter<Columns>, "transaction">;

/**
 * Keeps everything in Redis or Valkey, through a client of `redis`, `ioredis` or `iovalkey`, on one
 * server or a cluster. Sessions and one-time tokens go by themselves when they expire.
 *
 * ```ts
 * const client = await createClient({ url: "redis://127.0.0.1" }).connect();
 * const config = { adapter: RedisAdapter(client), providers: [] };
 * const typed = RedisAdapter<{ role: string }>(client); // columns of your own in the rows of users
 * ```
 */
export function RedisAdapter<Columns = unknown>(
  client: RedisClient,
  options?: RedisAdapterOptions,
): RedisAdapterMethods<NoInfer<Columns>>;
export function RedisAdapter(
  client: RedisClient,
  { prefix = "{latchkey}:" }: RedisAdapterOptions = {},
): RedisAdapterMethods {
  const store = {
    keys: keysWith(prefix),
    run: scriptRunner(client),
    asGiven: keyReader(client),
  };
  const methods = {
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    records: redisRecords(store),
  };
  return Object.assign(methods, { [bringsState]: () => redisState(client, { prefix }) });
}
