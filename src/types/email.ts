import type { customFetch } from "../symbols.js";
import type { Awaitable } from "./common.js";
import type { knownAs } from "./infer.js";
import type { Theme } from "./pages.js";
import type { CommonProviderOptions, FetchLike, ProviderInternals } from "./provider-common.js";

export interface EmailProviderSendVerificationRequestParams {
  /** The address to send to. */
  identifier: string;
  /** The link. */
  url: string;
  expires: Date;
  provider: EmailConfig;
  /** The secret part of the link. */
  token: string;
  theme: Theme;
  request: Request;
  /**
   * Six digits the person may type in instead of following the link. They are asked for only when
   * this, or `mail`, is read. Always there when the library calls.
   */
  readonly code?: string;
  /** The library's own mail with the link and the code. Always there when the library calls. */
  readonly mail?: SignInMail;
}

/** A mail in the two forms that every mail program can show one of. */
export interface SignInMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A mail that tells the owner of an account what was done to it. It asks for nothing. */
export interface SendNoticeParams {
  /** The address to send to. */
  identifier: string;
  /** The page of the site where it can be undone. */
  url: string;
  provider: EmailConfig;
  theme: Theme;
  request: Request;
  readonly mail: SignInMail;
}

/** Somebody asks for a mail. */
export interface MailLimitParams {
  /** The address, in the form it is stored in. */
  identifier: string;
  /** Id of the provider. */
  provider: string;
  /** Who asks: only the application knows which of its headers can be believed. */
  request: Request;
}

export type EmailProviderType = "email";

export interface EmailConfig<Id extends string = string>
  extends CommonProviderOptions, ProviderInternals {
  readonly [knownAs]?: Id;
  type: "email";
  from?: string | undefined;
  /** Seconds the link works. @default 900 */
  maxAge?: number | undefined;
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>;
  /**
   * Sends a mail that tells somebody of a changed password or second step. Without it none is sent.
   * @default the built-in senders have it, unless `sendVerificationRequest` is yours
   */
  sendNotice?(params: SendNoticeParams): Awaitable<void>;
  secret?: string | undefined;
  apiKey?: string | undefined;
  server?: unknown;
  generateVerificationToken?(): Awaitable<string>;
  /** For the doctor: what is seen of the mail server, in a sentence. Throws where it can not be used. */
  examineServer?(provider: EmailConfig): Awaitable<string>;
  /**
   * What identifier a text stands for that somebody typed in: it has the last word. One line without
   * control characters; the built-in senders take nothing but a single mailbox. Throw to refuse.
   * @default one plain address, without blanks around it, in lower case
   */
  normalizeIdentifier?(identifier: string): Awaitable<string>;
  /** When a page asks before the link is used up. @default "auto" */
  confirm?: "auto" | "always" | "never" | undefined;
  /** Accepts domains with letters beyond ASCII, and keeps them in the form `xn--…`. @default false */
  allowInternationalDomains?: boolean | undefined;
  /**
   * Whether one more mail may be sent. Called with the address before anything is looked up.
   * @default 5 mails to an address in 10 minutes, counted in this process, until its owner signs in
   */
  limit?: ((params: MailLimitParams) => Awaitable<boolean>) | undefined;
  /**
   * Addresses that the `signIn` callback refuses get the same answer as all others, and no mail.
   * @default false
   */
  hideRefusals?: boolean | undefined;
  [customFetch]?: FetchLike | undefined;
  options?: EmailUserConfig | undefined;
}

export type EmailUserConfig = Omit<Partial<EmailConfig>, "options" | "type">;
