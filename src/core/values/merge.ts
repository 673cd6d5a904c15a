/**
 * Merges options over defaults into a new object. Plain objects are merged member by member; arrays, class
 * instances (keys, URLs) and functions are replaced; undefined keeps the default.
 */
export function mergeOptions<T extends object>(defaults: T, options: object | undefined): T {
  const merged = { ...defaults };
  if (options === undefined) return merged;
  for (const key of Reflect.ownKeys(options)) {
    if (key === "__proto__") continue;
    const value: unknown = Reflect.get(options, key);
    if (value === undefined) continue;
    const earlier: unknown = Reflect.get(merged, key);
    const both = isPlain(earlier) && isPlain(value);
    Reflect.set(merged, key, both ? mergeOptions(earlier, value) : value);
  }
  return merged;
}

/** Whether a value is an object literal, or as good as one. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
