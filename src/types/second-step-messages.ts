/** The texts of the pages on which a second step is taken, set up and changed. */
export interface SecondStepMessages {
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
    /** In place of the introduction where the site asks for a second step. */
    readonly must: string;
    readonly replaces: string;
    readonly scan: string;
    /** What the picture is, read aloud. */
    readonly picture: string;
    readonly byHand: string;
    readonly onPhone: string;
    readonly label: string;
    readonly button: string;
    readonly replaceButton: string;
    /** Leads back to the page on the second step. */
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
    /** How many recovery codes there are. */
    readonly left: (count: number) => string;
    /** On the account page, once it is on. */
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
}
