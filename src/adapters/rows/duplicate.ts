/** The unique keys of the store. */
export type DuplicateKey =
  | "user.id"
  | "user.email"
  | "account"
  | "session"
  | "verificationToken"
  | "authenticator"
  | "record";

/**
 * Thrown by an adapter when a unique key refuses a row. It tells a lost race from a failure: two
 * first sign-ins at the same moment create one user.
 *
 * ```ts
 * throw new DuplicateError("user.email", { cause });
 * ```
 */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";
  /** The key that is taken, without its value, which may be an address or a token. */
  readonly key: DuplicateKey;

  constructor(key: DuplicateKey, options?: ErrorOptions) {
    super(`The store already has a row with this key: ${key}`, options);
    this.key = key;
  }

  /** The table whose key is taken. */
  get table(): string {
    return this.key.split(".", 1)[0] ?? this.key;
  }
}
