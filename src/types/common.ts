/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/** The type a promise resolves to; code written for Auth.js may import it from there. */
export type Awaited<T> = globalThis.Awaited<T>;

/**
 * Unvalidated outside data, in the form that code written for Auth.js expects: its members can be read
 * directly. Nothing is known about it, so validate it.
 */
export type Untyped = ReturnType<typeof JSON.parse>;

/** Any JSON value. */
export type JsonValue = JsonPrimitive | JsonObject | JsonArray;
export type JsonPrimitive = string | number | boolean | null;
export type JsonArray = JsonValue[];
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** The same type with some members optional. */
export type PartialBy<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** A version such as `v1`, `v1.2` or `v1.2.3`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`;
