/** What one kind of failure says on the error page. */
export interface ErrorText {
  readonly heading: string;
  /** What happened, and why. */
  readonly what: string;
  /** What the reader can do now. */
  readonly next: string;
  /** The label of the button which leads to the sign-in page. */
  readonly signIn: string;
}

/**
 * Every text of the built-in pages. To translate them, write one object of this type; `lang` and
 * `dir` set the language and the direction of the pages.
 */
export interface Messages {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly or: string;
  readonly home: string;
  readonly signIn: {
    readonly title: string;
    /** One sentence under the heading, by what the page offers. */
    readonly introChoice: string;
    readonly introRedirect: (provider: string) => string;
    readonly introEmail: string;
    readonly introForm: string;
    readonly introPasskey: string;
    readonly nothingToChoose: string;
    readonly withProvider: (provider: string) => string;
    readonly withEmail: string;
    readonly withForm: string;
    readonly withPasskey: string;
    readonly emailLabel: string;
    readonly emailPlaceholder: string;
    readonly passkeyNeedsScript: string;
    readonly newPasskey: string;
    readonly passkeyCancelled: string;
    readonly passkeyExists: string;
    readonly passkeyFailed: string;
    /** Sentences by the `error` value of the query; {@link errorDefault} for any other. */
    readonly errors: Readonly<Record<string, string>>;
    /** Sentences by the `code` of a `CredentialsSignin`, where an app has its own codes. */
    readonly errorCodes: Readonly<Record<string, string>>;
    readonly errorDefault: string;
  };
  readonly signOut: {
    readonly title: string;
    readonly question: (site: string) => string;
    readonly button: string;
    readonly back: string;
  };
  readonly error: {
    readonly texts: Readonly<Record<string, ErrorText>>;
    readonly textDefault: ErrorText;
    readonly developer: string;
    readonly happened: string;
    readonly cause: string;
    readonly cure: string;
    /** The reference follows. */
    readonly reference: string;
  };
  readonly verifyRequest: {
    readonly title: string;
    readonly sent: string;
    /** The address follows on a line of its own. */
    readonly sentTo: string;
    readonly follow: (host: string) => string;
    readonly followOrCode: (host: string) => string;
    readonly codeLabel: string;
    readonly codeHint: string;
    readonly codeButton: string;
    readonly codeError: string;
    readonly missing: string;
    readonly resendSoon: string;
    readonly resend: string;
    readonly changeAddress: string;
  };
  readonly confirm: {
    readonly title: string;
    /** The address follows on a line of its own. */
    readonly question: (host: string) => string;
    readonly button: string;
    readonly notYou: string;
  };
}
