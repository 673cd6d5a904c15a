/** A client of the package `redis`: one server or a cluster. */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A client of the package `ioredis` or `iovalkey`: one server or a cluster. */
export interface IoRedisClient {
  defineCommand(name: string, definition: { lua: string }): unknown;
  /** The client puts its `keyPrefix` before every key. */
  readonly options?: { readonly keyPrefix?: string | undefined };
  eval(script: string, keyCount: number, ...keysAndValues: string[]): Promise<unknown>;
}

export type RedisClient = NodeRedisClient | IoRedisClient;

/** A Lua script. It touches only the keys it is passed, as a cluster requires. */
export interface Script {
  lua: string;
  keys: readonly string[];
  values?: readonly string[];
}

/** Runs a script, atomically. */
export type RunScript = (script: Script) => Promise<unknown>;

export function scriptRunner(client: RedisClient): RunScript {
  if ("defineCommand" in client) {
    return ({ lua, keys, values = [] }) => client.eval(lua, keys.length, ...keys, ...values);
  }
  return ({ lua, keys, values = [] }) =>
    client.eval(lua, { keys: [...keys], arguments: [...values] });
}

/** Converts a key that was read from the server to one that the client accepts. */
export function keyReader(client: RedisClient): (key: string) => string {
  const prefix = "defineCommand" in client ? (client.options?.keyPrefix ?? "") : "";
  return (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : key);
}
