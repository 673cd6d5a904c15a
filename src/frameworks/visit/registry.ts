/**
 * Finds the visit that an integration started for a request. If there is none, `todo` completes the
 * error message.
 */
export function createRegistry<Key extends object, Begun>(todo: string) {
  const all = new WeakMap<Key, Begun>();
  return {
    begin(key: Key, begun: Begun): Begun {
      all.set(key, begun);
      return begun;
    },
    find: (key: Key): Begun | undefined => all.get(key),
    get(key: Key | undefined): Begun {
      const begun = key && all.get(key);
      if (begun) return begun;
      throw new Error(`Latchkey isn't set up for this request: ${todo}`);
    },
  };
}
