import type { Bytes } from "./encoding.js";

/** What is made of a key, made once for each. */
export function perKey<T>(make: (key: Bytes) => T): (key: Bytes) => T {
  const made = new WeakMap<Bytes, { readonly value: T }>();
  return (key) => {
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}
