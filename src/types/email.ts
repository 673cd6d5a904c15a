import type { Awaitable } from "./common.js";
import type { knownAs } from "./infer.js";
import type { Theme } from "./pages.js";
import type { CommonProviderOptions, FetchLike, ProviderInternals } from "./provider-common.js";
import type { customFetch } from "./symbols.js";

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
   * A six-digit code that can be typed instead of following the link. The page asks for it only if your
   * function reads this, or `mail`. Always set when the library calls.
   */
  readonly code?: string;
  /** The built-in mail with the link and the code. Always set when the library calls. */
  readonly mail?: SignInMail;
}

/** A mail as HTML and as plain text. */
export interface SignInMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A mail about a change to an account: that it was made, or the link that makes it or undoes it. */
export interface SendNoticeParams {
  /** The address to send to. */
  identifier: string;
  /** The page on this site that it links to. */
  url: string;
  provider: EmailConfig;
  theme: Theme;
  request: Request;
  readonly mail: SignInMail;
}

/** A request for a mail. */
export interface MailLimitParams {
  /** The address, normalized. */
  identifier: string;
  /** The provider's id. */
  provider: string;
  /** The request. Only your app knows which of its headers can be trusted. */
  request: Request;
}

export type EmailProviderType = "email";

export interface EmailConfig<Id extends string = string>
  extends CommonProviderOptions, ProviderInternals {
  readonly [knownAs]?: Id;
  type: "email";
  from?: string | undefined;
  /** Seconds until the link expires. @default 900 */
  maxAge?: number | undefined;
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>;
  /**
   * Sends a mail about a change to an account, such as its password or address. Without it none is sent.
   * @default the built-in senders have it, unless `sendVerificationRequest` is yours
   */
  sendNotice?(params: SendNoticeParams): Awaitable<void>;
  secret?: string | undefined;
  apiKey?: string | undefined;
  server?: unknown;
  generateVerificationToken?(): Awaitable<string>;
  /** For the doctor: describes the mail server in a sentence. Throws if it can't be used. */
  examineServer?(provider: EmailConfig): Awaitable<string>;
  /**
   * Turns what a user typed into the identifier, without control characters and on one line; the built-in
   * senders accept only a single mailbox. Throw to refuse. @default one plain address, trimmed and in lower
   * case
   */
  normalizeIdentifier?(identifier: string): Awaitable<string>;
  /** When a page asks for confirmation before the link is used up. @default "auto" */
  confirm?: "auto" | "always" | "never" | undefined;
  /** Accept domains with non-ASCII letters, and store them as `xn--…`. @default false */
  allowInternationalDomains?: boolean | undefined;
  /**
   * Whether one more mail may be sent. Called with the address before any lookup. @default 5 mails per
   * address in 10 minutes, counted in this process, until its owner signs in
   */
  limit?: ((params: MailLimitParams) => Awaitable<boolean>) | undefined;
  /**
   * Hide refusals: addresses that the `signIn` callback refuses get the same response as others, but no mail.
   * @default false
   */
  hideRefusals?: boolean | undefined;
  [customFetch]?: FetchLike | undefined;
  options?: EmailUserConfig | undefined;
}

export type EmailUserConfig = Omit<Partial<EmailConfig>, "options" | "type">;
