import type { RedisStore } from "../store.js";

/** A condition for the whole plan. */
export interface Check {
  readonly kind: "is" | "none" | "some";
  readonly key: string;
  readonly value?: string;
}

/** A Redis command. `move` renames a key, if it exists, and adds `values` to the set `to`. */
export interface Step {
  readonly command: "set" | "del" | "zadd" | "zrem" | "sadd" | "srem" | "move";
  readonly key: string;
  readonly values?: readonly string[];
  readonly renamed?: string;
  readonly to?: string;
}

/**
 * KEYS: every key of the plan. ARGV: the plan. Returns 0 on success, else the number of the first
 * check that failed.
 */
const lua = `
local plan = cjson.decode(ARGV[1])
for i, check in ipairs(plan.checks) do
  local kind, key = check[1], KEYS[check[2]]
  if kind == 'is' then
    if redis.call('get', key) ~= check[3] then return i end
  elseif (redis.call('exists', key) == 1) ~= (kind == 'some') then return i end
end
for _, step in ipairs(plan.steps) do
  local key = KEYS[step[2]]
  if step[1] ~= 'move' then redis.call(step[1], key, unpack(step, 3))
  elseif redis.call('exists', key) == 1 then
    redis.call('rename', key, KEYS[step[3]])
    redis.call('sadd', KEYS[step[4]], step[5])
  end
end
return 0`;

export interface Plan {
  readonly checks: readonly Check[];
  readonly steps: readonly Step[];
}

/** Carries out a whole plan or none of it. Returns the check that failed. */
export async function carryOut(
  { run }: RedisStore,
  { checks, steps }: Plan,
): Promise<Check | undefined> {
  const keys: string[] = [];
  const places = new Map<string, number>();
  const place = (key: string): number => {
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, keys.push(key));
    return keys.length;
  };
  const plan = {
    checks: checks.map(({ kind, key, value = "" }) => [kind, place(key), value]),
    steps: steps.map(({ command, key, values = [], renamed, to }) => {
      const others = [renamed, to].flatMap((other) => (other === undefined ? [] : [place(other)]));
      return [command, place(key), ...others, ...values];
    }),
  };
  const failed = Number(await run({ lua, keys, values: [JSON.stringify(plan)] }));
  return failed === 0 ? undefined : checks[failed - 1];
}
