import type { SharedState } from "../../core/state/contract.js";
import { scriptRunner, type RedisClient } from "./client.js";

export type { SharedState, StateWrite } from "../../core/state/contract.js";

export interface RedisStateOptions {
  /** Prefix of every key; a hash tag is added if it has none. @default `{latchkey}:` */
  prefix?: string;
}

const lua = {
  get: "local out = {} for i, k in ipairs(KEYS) do out[i] = redis.call('get', k) or '' end return out",
  set: "redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) return 1",
  setIfAbsent: "return redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2], 'NX') and 1 or 0",
  // Some servers are too old for GETDEL.
  take: "local v = redis.call('get', KEYS[1]) redis.call('del', KEYS[1]) return v",
  increment:
    "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end return n",
  delete: "return redis.call('del', KEYS[1])",
};

/**
 * Shared state in Redis or Valkey, through a client of `redis`, `ioredis` or `iovalkey`, on one
 * server or a cluster. Keys expire by themselves. `RedisAdapter` includes it; set it yourself with
 * another adapter.
 *
 * ```ts
 * const client = await createClient({ url: "redis://127.0.0.1" }).connect();
 * const config = { adapter: PrismaAdapter(prisma), sharedState: redisState(client), providers: []
 * };
 * ```
 */
export function redisState(
  client: RedisClient,
  { prefix = "{latchkey}:" }: RedisStateOptions = {},
): SharedState {
  const run = scriptRunner(client);
  const tagged = /\{[^{}]+\}/.test(prefix) ? prefix : `{${prefix}}`;
  const named = (key: string) => `${tagged}state:${key}`;
  const on = (script: string, key: string, values: readonly string[] = []) =>
    run({ lua: script, keys: [named(key)], values });
  return {
    async get(keys) {
      if (keys.length === 0) return [];
      const values = await run({ lua: lua.get, keys: keys.map(named) });
      return keys.map((_, index) => textOf(Array.isArray(values) ? values[index] : undefined));
    },
    async set(key, value, { ttl, ifAbsent = false }) {
      const script = ifAbsent ? lua.setIfAbsent : lua.set;
      return Number(await on(script, key, [value, String(ttl)])) === 1;
    },
    take: async (key) => textOf(await on(lua.take, key)),
    increment: async (key, ttl) => Number(await on(lua.increment, key, [String(ttl)])),
    async delete(key) {
      await on(lua.delete, key);
    },
  };
}

/** Values are never empty, so an empty text means that there is none. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
