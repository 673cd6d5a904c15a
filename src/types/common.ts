/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonArray;
export type JsonArray = JsonValue[];
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** The same object with some of its members optional. */
export type PartialBy<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** A version such as `v1`, `v1.2` or `v1.2.3`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`;
