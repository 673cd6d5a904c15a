import type { AccountMessages } from "./account-messages.js";
import type { MailTexts, PageMessages, PasswordMails, PasswordMessages } from "./messages.js";
import type { NoticeMessages, PasswordNotices, TwoFactorNotices } from "./notice-messages.js";
import type { SecondStepMessages } from "./second-step-messages.js";

/** Every text of the built-in pages and mails, by the part of the library that shows it. */
export interface Texts {
  /** Sign-in, sign-out, errors, "check your email". */
  readonly pages: PageMessages;
  /** The mail with the link and the code to sign in with. */
  readonly email: MailTexts;
  /** What the mails about changes to an account have in common. */
  readonly notices: NoticeMessages;
  readonly password: PasswordMessages & {
    readonly mails: PasswordMails;
    readonly notices: PasswordNotices;
  };
  readonly "account-page": AccountMessages;
  readonly "two-factor": SecondStepMessages & { readonly notices: TwoFactorNotices };
}

type Text = string | ((...values: never) => string);

/** The same with anything left out. */
type Some<All> = {
  readonly [Name in keyof All]?: (All[Name] extends Text ? All[Name] : Some<All[Name]>) | undefined;
};

interface Tagged {
  /** Its BCP 47 tag, such as `de`, `pt-BR` or `zh-Hans`. */
  readonly tag: string;
  /** @default the direction in which the language of the tag is written */
  readonly dir?: "ltr" | "rtl" | undefined;
}

/**
 * A language of the built-in pages and mails. Texts that it lacks are those of the wider language (`pt` for
 * `pt-PT`), else English. Texts with a value in them are functions.
 *
 * ```ts
 * const italian: Language = { tag: "it", pages: { signIn: { title: "Accedi" } } };
 * ```
 */
export interface Language extends Tagged, Some<Texts> {}

/** A language that has every text. */
export interface CompleteLanguage extends Tagged, Texts {}

/**
 * Which of the languages a request gets: a tag, or a function of the request that returns one, or nothing to go
 * by the browser.
 */
export type LocaleOption =
  | (string & {})
  | ((request: Request) => string | null | undefined | Promise<string | null | undefined>);

/** The language of one request. */
export interface RequestLanguage {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** Whether the request's `Accept-Language` decided. */
  readonly byHeader: boolean;
  /** The texts of a part: those the language has, over the English ones. */
  readonly texts: <English extends object>(part: string, english: English) => English;
}
