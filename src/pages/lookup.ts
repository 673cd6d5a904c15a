/** Reads an entry by a key that came from outside. A Map, so that `constructor` finds nothing. */
export function lookup<Value>(
  texts: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return new Map(Object.entries(texts)).get(key);
}
