/**
 * A WeakMap that all copies of the library in a process share: a plugin may be imported from another copy than the one
 * that runs it, as in a server's bundle beside an imported configuration.
 */
export function sharedMap<Key extends object, Value>(name: string): WeakMap<Key, Value> {
  const at = Symbol.for(`latchkey.${name}`);
  const held: unknown = Reflect.get(globalThis, at);
  if (isMap<Key, Value>(held)) return held;
  const made = new WeakMap<Key, Value>();
  Reflect.set(globalThis, at, made);
  return made;
}

/** The name alone says what a map is for, and so what it holds. */
function isMap<Key extends object, Value>(held: unknown): held is WeakMap<Key, Value> {
  return held instanceof WeakMap;
}
