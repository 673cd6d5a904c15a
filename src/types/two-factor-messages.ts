/** The texts of the two-factor pages: sign-in, set-up and settings. */
export interface TwoFactorMessages {
  readonly ask: {
    readonly title: string;
    readonly intro: string;
    readonly label: string;
    readonly hint: string;
    readonly button: string;
    readonly toRecovery: string;
  };
  readonly recovery: {
    readonly title: string;
    readonly intro: string;
    readonly label: string;
    readonly hint: string;
    readonly toApp: string;
  };
  readonly passkeyOnly: { readonly title: string; readonly intro: string };
  readonly remember: (days: number) => string;
  readonly rememberHours: (hours: number) => string;
  readonly otherWay: string;
  readonly setUp: {
    readonly title: string;
    readonly replaceTitle: string;
    readonly intro: string;
    /** Replaces the introduction if the site requires 2FA. */
    readonly must: string;
    readonly replaces: string;
    readonly scan: string;
    /** The picture's description for screen readers. */
    readonly picture: string;
    readonly byHand: string;
    readonly onPhone: string;
    readonly label: string;
    readonly button: string;
    readonly replaceButton: string;
    /** The link back to the two-factor page. */
    readonly back: string;
  };
  readonly codes: {
    readonly title: string;
    readonly intro: string;
    readonly list: string;
    readonly button: string;
  };
  readonly settings: {
    readonly title: string;
    readonly on: string;
    readonly off: string;
    /** The number of recovery codes. */
    readonly left: (count: number) => string;
    /** On the account page, when it's on. */
    readonly change: string;
    readonly turnOn: string;
    readonly replace: string;
    readonly newCodes: string;
    readonly turnOff: string;
    readonly required: string;
    readonly back: string;
  };
  /** Sentences by the error; {@link errorDefault} for any other. */
  readonly errors: Readonly<Record<string, string>>;
  readonly recoveryWrong: string;
  readonly errorDefault: string;
  /** Names of the events, for administrators. */
  readonly events: Readonly<
    Record<
      | "two-factor.on"
      | "two-factor.replaced"
      | "two-factor.codes"
      | "two-factor.off"
      | "two-factor.recovery-used"
      | "two-factor.remembered"
      | "two-factor.skipped",
      string
    >
  >;
}
