/**
 * Type tests are checked by the compiler alone:
 *
 * ```ts
 * export type Holds = Expect<Equal<Session["expires"], string>>;
 * ```
 *
 * A wrong use is marked with `@ts-expect-error` and a sentence.
 */
export type Expect<T extends true> = T;

/** True when both are the same type, optional and readonly members included. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** True when a value of type A can be given where B is asked for. */
export type Assignable<A, B> = [A] extends [B] ? true : false;
