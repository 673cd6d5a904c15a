/**
 * A WeakMap shared by all copies of the library in a process: a plugin may be imported from a different copy
 * than the one that runs it, such as a server bundle beside an external config.
 */
export function sharedMap<Key extends object, Value>(name: string): WeakMap<Key, Value> {
  const at = Symbol.for(`latchkey.${name}`);
  const held: unknown = Reflect.get(globalThis, at);
  if (isMap<Key, Value>(held)) return held;
  const made = new WeakMap<Key, Value>();
  Reflect.set(globalThis, at, made);
  return made;
}

/** The name identifies the map, and so the type of what it holds. */
function isMap<Key extends object, Value>(held: unknown): held is WeakMap<Key, Value> {
  return held instanceof WeakMap;
}
