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
 * An adapter throws it when a unique key refuses a row, so that the loser of a race can be told from
 * a fault of the store: two first sign-ins at the same moment end as one user.
 *
 * ```ts
 * throw new DuplicateError("user.email", { cause });
 * ```
 */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";
  /** The key that is taken. The value is left out, since it may be an address or a token. */
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
