/** What the error page says about one kind of failure. */
export interface ErrorText {
  readonly heading: string;
  /** What happened, and why. */
  readonly what: string;
  /** What the user can do now. */
  readonly next: string;
  /** The label of the button which leads to the sign-in page. */
  readonly signIn: string;
}

/** The texts of the built-in pages that every application may show. */
export interface PageMessages {
  readonly or: string;
  readonly home: string;
  /** Below the field for a code of six digits. */
  readonly codeSubmits: string;
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
    /** Next to the sign-in method that this browser used last. */
    readonly lastUsed: string;
    /** Opens the list of providers that aren't shown at once. */
    readonly moreWays: string;
    readonly emailLabel: string;
    readonly emailPlaceholder: string;
    readonly passkeyNeedsScript: string;
    readonly newPasskey: string;
    readonly passkeyCancelled: string;
    readonly passkeyExists: string;
    readonly passkeyFailed: string;
    /** Sentences by the `error` value of the query; {@link errorDefault} for any other. */
    readonly errors: Readonly<Record<string, string>>;
    /** Messages by the `code` of a `CredentialsSignin`, for your own codes. */
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
    /** The address follows on its own line. */
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
    /** The address follows on its own line. */
    readonly question: (host: string) => string;
    readonly button: string;
    readonly notYou: string;
  };
}

/** A page to sign up or choose a password. */
export interface PasswordScreenText {
  readonly title: string;
  readonly intro: string;
  readonly button: string;
}

/** The text for users who were sent a mail to sign up or reset their password. */
export interface PasswordSentText {
  readonly follow: (host: string) => string;
  readonly followOrCode: (host: string) => string;
  readonly codeButton: string;
}

/** The texts of the pages on passwords. */
export interface PasswordMessages {
  readonly emailLabel: string;
  readonly emailPlaceholder: string;
  readonly passwordLabel: string;
  readonly newPasswordLabel: string;
  readonly currentLabel: string;
  /** The label of the button beside a password, which can be pressed or not. */
  readonly showPassword: string;
  readonly forgotLink: string;
  /** At the end of the sign-in page, before the link. */
  readonly signUpQuestion: string;
  readonly signUpLink: string;
  /** At the end of the sign-up page, before a link to sign in. */
  readonly signInQuestion: string;
  readonly signInLink: string;
  /** Below the field for a new password: its minimum length. */
  readonly hint: (least: number) => string;
  /** `sent` replaces the sign-in text on "Check your email". */
  readonly signUp: PasswordScreenText & { readonly sent: PasswordSentText };
  readonly forgot: PasswordScreenText & { readonly sent: PasswordSentText };
  /** The address follows the introduction on its own line. */
  readonly reset: PasswordScreenText & { readonly note: string };
  readonly confirm: PasswordScreenText & { readonly note: string };
  /** `first` is the title for users without a password. */
  readonly change: PasswordScreenText & { readonly first: string };
  /** Labels of the fields that a new user fills in, by name: yours, in addition to `name`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly tooShort: (least: number) => string;
  readonly errorDefault: string;
}

/** The texts that differ from mail to mail. */
export interface MailOwnTexts {
  readonly subject: (site: string) => string;
  readonly title: (site: string) => string;
  readonly codeIntro: string;
  readonly button: string;
  readonly notYou: string;
}

/** Every text of a mail. */
export interface MailTexts extends MailOwnTexts {
  readonly buttonIntro: string;
  readonly linkIntro: string;
  /** Before the link in the plain-text version, which has no button. */
  readonly textLinkIntro: string;
  readonly expires: (minutes: number) => string;
  readonly keepSecret: (site: string) => string;
}

/** The mails about passwords. Their other texts are those of the sign-in mail. */
export interface PasswordMails {
  /** Proves a new address. */
  readonly welcome: MailOwnTexts;
  /** For a sign-up with an address that already has an account. */
  readonly again: MailOwnTexts;
  readonly reset: MailOwnTexts;
  /** For a password reset with an address that has no account. */
  readonly nobody: MailOwnTexts;
}
