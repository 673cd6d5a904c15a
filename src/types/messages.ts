import type { AccountMessages } from "./account-messages.js";
import type { NoticeMessages } from "./notice-messages.js";
import type { SecondStepMessages } from "./second-step-messages.js";

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

/** What is to be done with the mail that somebody who forgot their password is sent. */
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
  readonly forgotLink: string;
  readonly signUpLink: string;
  readonly signInLink: string;
  /** Below the field for a new password: characters that it has at least. */
  readonly hint: (least: number) => string;
  readonly signUp: PasswordScreenText;
  readonly forgot: PasswordScreenText & {
    /** What "Check your email" says then, in place of that on signing in. */
    readonly sent: PasswordSentText;
  };
  /** The address follows the introduction on a line of its own. */
  readonly reset: PasswordScreenText & { readonly note: string };
  readonly confirm: PasswordScreenText & { readonly note: string };
  /** `first` is the title for who has no password yet. */
  readonly change: PasswordScreenText & { readonly first: string };
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

/** The mails, by what they are for. Those about passwords say the rest as that of a sign-in does. */
export interface MailsMessages {
  readonly signIn: MailTexts;
  /** Proves a new address. */
  readonly welcome: MailOwnTexts;
  /** Somebody signed up with an address that has an account. */
  readonly again: MailOwnTexts;
  readonly reset: MailOwnTexts;
  /** Somebody forgot the password of an account that there is not. */
  readonly nobody: MailOwnTexts;
}

/** Texts that are loaded together. */
export interface CommonMessages extends PageMessages {
  readonly password: PasswordMessages;
  readonly mails: MailsMessages;
}

/** Texts that few applications need. Each of these is loaded when it is first needed. */
export interface RareMessages {
  readonly account: AccountMessages;
  readonly secondStep: SecondStepMessages;
  readonly notices: NoticeMessages;
}

/**
 * Every text of the built-in pages and mails, in one language. `lang` and `dir` set the language and the
 * direction of pages and mails.
 */
export interface Messages extends CommonMessages, RareMessages {}

type Text = string | ((...values: never) => string);

/** The same with everything left out that is to stay as it is. */
export type Replaced<Texts> = {
  readonly [Name in keyof Texts]?:
    | (Texts[Name] extends Text ? Texts[Name] : Replaced<Texts[Name]>)
    | undefined;
};

/**
 * Texts of an application in place of the built-in ones. What is left out stays as it is.
 *
 * ```ts
 * const en: MessagesOptions = { signIn: { title: "Log in to Acme" } };
 * ```
 */
export type MessagesOptions = Replaced<Messages>;

/** Languages that come with the library, by their tags (RFC 5646). */
export type BuiltInLanguage = "en" | "de" | "fr" | "es" | "pt" | "ja" | "zh" | "ar";

/** Which language pages and mails are in. */
export type LocaleOption =
  | "auto"
  | BuiltInLanguage
  | (string & {})
  | ((request: Request) => string | null | undefined | Promise<string | null | undefined>);

/** The texts for one request. */
export interface Spoken {
  readonly messages: CommonMessages;
  readonly rare: <Name extends keyof RareMessages>(name: Name) => Promise<RareMessages[Name]>;
  /** Whether the request's `Accept-Language` decided. */
  readonly byHeader: boolean;
}
