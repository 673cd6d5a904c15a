import type { AccountMessages } from "./account-messages.js";
import type { AdminMessages } from "./admin-messages.js";
import type { ChangeEmailMessages } from "./change-email-messages.js";
import type { ApiKeyMessages } from "./api-key-messages.js";
import type { BearerMessages } from "./bearer-messages.js";
import type { GuestMessages } from "./guest.js";
import type { MailTexts, PageMessages, PasswordMails, PasswordMessages } from "./messages.js";
import type { NoticeMessages, PasswordNotices, TwoFactorNotices } from "./notice-messages.js";
import type { TwoFactorMessages } from "./two-factor-messages.js";

/** Every text of the built-in pages and mails, by the part of the library that shows it. */
export interface Texts {
  /** Sign-in, sign-out, errors, "check your email". */
  readonly pages: PageMessages;
  /** The mail with the link and the code to sign in with. */
  readonly email: MailTexts;
  /** The common texts of all mails about account changes. */
  readonly notices: NoticeMessages;
  readonly password: PasswordMessages & {
    readonly mails: PasswordMails;
    readonly notices: PasswordNotices;
  };
  readonly guest: GuestMessages;
  readonly "account-page": AccountMessages;
  readonly "change-email": ChangeEmailMessages;
  readonly "api-keys": ApiKeyMessages;
  readonly admin: AdminMessages;
  readonly bearer: BearerMessages;
  readonly "two-factor": TwoFactorMessages & { readonly notices: TwoFactorNotices };
}

type Text = string | ((...values: never) => string);

/** The same with everything optional. */
type Some<All> = {
  readonly [Name in keyof All]?: (All[Name] extends Text ? All[Name] : Some<All[Name]>) | undefined;
};

interface Tagged {
  /** Its BCP 47 tag, such as `de`, `pt-BR` or `zh-Hans`. */
  readonly tag: string;
  /** @default the writing direction of the language */
  readonly dir?: "ltr" | "rtl" | undefined;
}

/**
 * A language of the built-in pages and mails. Missing texts come from the broader language (`pt` for
 * `pt-PT`), otherwise from English. Texts with a variable part are functions.
 *
 * ```ts
 * const italian: Language = { tag: "it", pages: { signIn: { title: "Accedi" } } };
 * ```
 */
export interface Language extends Tagged, Some<Texts> {}

/** A language with every text. */
export interface CompleteLanguage extends Tagged, Texts {}

/**
 * Chooses the language of a request: a tag, or a function of the request that returns one. If it returns
 * nothing, the browser's preference is used.
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
  /** The texts of a part: the language's, with English for missing ones. */
  readonly texts: <English extends object>(part: string, english: English) => English;
}
