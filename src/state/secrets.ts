import { createKeyRing, type KeyRing } from "../crypto/keys.js";
import { Kept } from "./kept.js";

const rings = /* @__PURE__ */ new Kept<KeyRing>(500);

/**
 * The keys of these secrets: the same object whenever it is asked for, as long as they are in use. So
 * nothing is derived again for a configuration that is made anew for each request, and what else
 * belongs to the secrets in this process hangs on this object.
 */
export function keyRingOf(secrets: readonly string[]): KeyRing {
  return rings.get(JSON.stringify(secrets), () => createKeyRing(secrets));
}

/** For each key ring one thing, kept as long as the ring. */
/* @__NO_SIDE_EFFECTS__ */
export function ofSecrets<T>(make: () => T): (keys: KeyRing) => T {
  const things = new WeakMap<KeyRing, { readonly thing: T }>();
  return (keys) => {
    const known = things.get(keys);
    if (known) return known.thing;
    const thing = make();
    things.set(keys, { thing });
    return thing;
  };
}
