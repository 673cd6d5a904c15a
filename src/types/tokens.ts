/** A usable access token. */
export interface AccessToken {
  readonly accessToken: string;
  /** The token type, in lower case; usually `bearer`. */
  readonly tokenType: string;
  /** The granted scopes, if the provider says. */
  readonly scope: string | undefined;
  /** Undefined if it doesn't expire, as far as known. */
  readonly expiresAt: Date | undefined;
  readonly provider: string;
  readonly providerAccountId: string;
}

export interface AccessTokenOptions {
  /** Seconds it must remain valid. @default 60, or half of its lifetime if that's shorter */
  readonly atLeast?: number | undefined;
  /** An access token that the provider's API has refused, so another one is requested. */
  readonly rejected?: string | undefined;
  /** Which account, if the user has several at one provider. */
  readonly providerAccountId?: string | undefined;
}
