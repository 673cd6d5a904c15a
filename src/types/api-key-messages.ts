/** The texts of the page with a user's API keys. */
export interface ApiKeyMessages {
  readonly title: string;
  readonly intro: string;
  /** On the account page. */
  readonly none: string;
  readonly manage: string;
  readonly name: string;
  readonly scopes: string;
  readonly days: string;
  readonly create: string;
  readonly made: string;
  readonly newKey: string;
  /** A day, such as 2030-01-31, for each. */
  readonly until: (day: string) => string;
  readonly ended: (day: string) => string;
  readonly used: (day: string) => string;
  readonly unused: string;
  readonly rotate: string;
  readonly revoke: string;
  readonly back: string;
  readonly errors: {
    readonly InvalidName: string;
    readonly InvalidLifetime: string;
    readonly NotAllowed: string;
    readonly TooMany: string;
  };
  readonly errorDefault: string;
  /** Names of the events, for administrators. */
  readonly events: Readonly<
    Record<"api-keys.created" | "api-keys.rotated" | "api-keys.revoked", string>
  >;
}
