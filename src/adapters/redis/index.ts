export { RedisAdapter } from "./adapter.js";
export type { RedisAdapterMethods, RedisAdapterOptions } from "./adapter.js";
export type { IoRedisClient, NodeRedisClient, RedisClient } from "./client.js";
