import { createKeyRing, type KeyRing } from "../crypto/keys.js";
import { Lru } from "../values/lru.js";

const rings = /* @__PURE__ */ new Lru<KeyRing>(500);

/**
 * The key ring of these secrets and tenant: always the same object while they're in use. So keys aren't derived
 * again for a configuration that is rebuilt per request, and per-secret caches hang on this object.
 */
export function keyRingOf(secrets: readonly string[], tenant?: string): KeyRing {
  return rings.get(JSON.stringify([secrets, tenant]), () => createKeyRing(secrets, { tenant }));
}

/** One value per key ring, kept as long as the ring. */
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
