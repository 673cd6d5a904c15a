/** Reads an entry by an untrusted key. A Map, so that `constructor` isn't found. */
export function lookup<Value>(
  texts: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return new Map(Object.entries(texts)).get(key);
}
