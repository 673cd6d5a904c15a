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

/** The texts of the built-in pages that every application may show. */
export interface PageMessages {
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
    /** Beside the way that this browser used the last time. */
    readonly lastUsed: string;
    /** Opens the list of providers that are not shown at once. */
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

/** One page on which an account is made or a password chosen. */
export interface PasswordScreenText {
  readonly title: string;
  readonly intro: string;
  readonly button: string;
}

/** What is to be done with the mail that somebody is sent who signs up, or who forgot their password. */
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
  /** Names the button beside a password, which is pressed or not. */
  readonly showPassword: string;
  readonly forgotLink: string;
  readonly signUpLink: string;
  readonly signInLink: string;
  /** Below the field for a new password: characters that it has at least. */
  readonly hint: (least: number) => string;
  /** `sent` is what "Check your email" says then, in place of that on signing in. */
  readonly signUp: PasswordScreenText & { readonly sent: PasswordSentText };
  readonly forgot: PasswordScreenText & { readonly sent: PasswordSentText };
  /** The address follows the introduction on a line of its own. */
  readonly reset: PasswordScreenText & { readonly note: string };
  readonly confirm: PasswordScreenText & { readonly note: string };
  /** `first` is the title for who has no password yet. */
  readonly change: PasswordScreenText & { readonly first: string };
  /** Labels of fields that a new user is asked for, by their names: those of your own besides `name`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly tooShort: (least: number) => string;
  readonly errorDefault: string;
}

/** What differs from mail to mail. */
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
  /** Before the link in the plain text, which has no button. */
  readonly textLinkIntro: string;
  readonly expires: (minutes: number) => string;
  readonly keepSecret: (site: string) => string;
}

/** The mails about passwords. They share the rest of their texts with the mail of a sign-in. */
export interface PasswordMails {
  /** Proves a new address. */
  readonly welcome: MailOwnTexts;
  /** Somebody signed up with an address that has an account. */
  readonly again: MailOwnTexts;
  readonly reset: MailOwnTexts;
  /** Somebody forgot the password of an account that there is not. */
  readonly nobody: MailOwnTexts;
}
