/** What an object held when it was looked at. */
interface Held {
  readonly object: object;
  /** Undefined for a list. */
  readonly names: readonly string[] | undefined;
  readonly values: readonly unknown[];
}

/** What an object was made of: itself first, then the plain objects and lists in it, which may be changed in place. */
export type Likeness = readonly Held[];

/** Kept by who they are: what they hold is theirs, and may grow with every request. */
const opaque = ["adapter", "sharedState"];

/**
 * What a plain object is made of, for `isLike`; undefined for an instance of a class, which may have more to it than
 * can be seen.
 */
export function likenessOf(object: object): Likeness | undefined {
  if (!isPlain(object)) return undefined;
  const inside = Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    !opaque.includes(name) && (Array.isArray(value) || isPlain(value)) ? [hold(value)] : [],
  );
  return [hold(object), ...inside];
}

/** Whether an object has the very same members, and these hold what they held. */
export function isLike([whole, ...inside]: Likeness, object: object): boolean {
  return (
    whole !== undefined &&
    isPlain(object) &&
    holds(whole, object) &&
    inside.every((held) => holds(held, held.object))
  );
}

function hold(object: object): Held {
  const names = Array.isArray(object) ? undefined : Object.keys(object);
  return { object, names, values: Object.values(object) };
}

function holds({ names, values }: Held, object: object): boolean {
  return areSame(Object.values(object), values) && (!names || areSame(Object.keys(object), names));
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
