/** An access token that can be used now. */
export interface AccessToken {
  readonly accessToken: string;
  /** As the provider names it, in lower case; mostly `bearer`. */
  readonly tokenType: string;
  /** What it is good for, where the provider tells. */
  readonly scope: string | undefined;
  /** Undefined when it does not expire, as far as is known. */
  readonly expiresAt: Date | undefined;
  readonly provider: string;
  readonly providerAccountId: string;
}

export interface AccessTokenOptions {
  /** Seconds that it must have left. @default 60, or half of its life where that is shorter */
  readonly atLeast?: number | undefined;
  /** An access token that the provider's API has refused: another one is asked for. */
  readonly rejected?: string | undefined;
  /** Which account it is, where a user has several at one provider. */
  readonly providerAccountId?: string | undefined;
}
