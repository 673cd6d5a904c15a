/** The texts of the account page, and of the question whether an account is the user's as well. */
export interface AccountMessages {
  readonly title: string;
  readonly signedInAs: (who: string) => string;
  /** For users who have neither a name nor an address. */
  readonly nameless: string;
  readonly ways: {
    readonly title: string;
    readonly mail: string;
    readonly mailNote: (email: string) => string;
    readonly password: string;
    readonly passwordChange: string;
    readonly passwordSet: string;
    readonly passwordNone: string;
    readonly remove: string;
    /** The accessible name, where several buttons have the same label. */
    readonly removeLabel: (name: string) => string;
    readonly last: string;
    readonly add: (name: string) => string;
    /** Opens the list of those that can be added. */
    readonly addOne: string;
  };
  readonly passkeys: {
    readonly title: string;
    readonly none: string;
    readonly synced: string;
    readonly single: string;
    readonly add: string;
    readonly needsScript: string;
    /** The day follows. */
    readonly made: (day: string) => string;
    readonly used: (day: string) => string;
    readonly rename: string;
    /** The accessible name, where several buttons have the same label. */
    readonly renameLabel: (name: string) => string;
    readonly nameLabel: string;
    readonly save: string;
  };
  readonly profile: {
    readonly title: string;
    readonly name: string;
    readonly image: string;
    readonly imageHint: string;
    readonly save: string;
  };
  readonly download: { readonly title: string; readonly note: string; readonly button: string };
  readonly devices: {
    readonly title: string;
    readonly current: string;
    /** Shown instead of an IP address that is the server's own. */
    readonly thisComputer: string;
    readonly seen: (time: string) => string;
    /** "Firefox on Linux". */
    readonly name: (browser: string, system: string) => string;
    readonly unknown: string;
    readonly unknownOn: (system: string) => string;
    readonly end: string;
    readonly endLabel: (name: string) => string;
    readonly endOthers: string;
  };
  readonly question: {
    readonly title: string;
    readonly intro: (provider: string, site: string) => string;
    readonly yes: (provider: string) => string;
    /** The same for a passkey that was created with the account's email address. */
    readonly passkeyIntro: (site: string) => string;
    readonly passkeyYes: string;
    readonly no: string;
  };
  readonly leave: { readonly signOut: string; readonly home: string };
  readonly remove: {
    readonly title: string;
    readonly summary: string;
    readonly warning: string;
    readonly confirm: string;
    readonly button: string;
  };
  /** Sentences by the act that succeeded. */
  readonly done: Readonly<Record<string, string>>;
  /** Sentences by the `error` value of the query; {@link errorDefault} for any other. */
  readonly errors: Readonly<Record<string, string>>;
  readonly errorDefault: string;
}
