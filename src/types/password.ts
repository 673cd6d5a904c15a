import type { Awaitable } from "./common.js";
import type {
  EmailProviderSendVerificationRequestParams,
  EmailUserConfig,
  MailLimitParams,
  SendNoticeParams,
} from "./email.js";
import type { CommonProviderOptions, ProviderInternals } from "./provider-common.js";
import type { servesPage } from "./symbols.js";

/** A provider of type `email`, which sends the mails, such as those in `latchkey/providers`. */
export interface PasswordMailer extends Pick<ProviderInternals, typeof servesPage> {
  id?: string | undefined;
  type: "email";
  from?: string | undefined;
  maxAge?: number | undefined;
  server?: unknown;
  apiKey?: string | undefined;
  sendVerificationRequest(params: EmailProviderSendVerificationRequestParams): Awaitable<void>;
  sendNotice?(params: SendNoticeParams): Awaitable<void>;
  limit?: ((params: MailLimitParams) => Awaitable<boolean>) | undefined;
  options?: EmailUserConfig | undefined;
}

export interface SignUpOptions {
  /** By field name, which is also the user's column: passed to `createUser` of the adapter. */
  fields: Readonly<Record<string, SignUpField>>;
}

/** A text field for new users. */
export interface SignUpField {
  /** @default the language's `password.fields` text, as for `name`; otherwise the field's name */
  label?: string | undefined;
  /** @default false */
  required?: boolean | undefined;
  /** Maximum length; 1000 for all fields together. @default 200 */
  maxLength?: number | undefined;
  /** The HTML attribute, such as "organization". @default "name" for `name` */
  autocomplete?: string | undefined;
}

export interface PasswordOptions {
  /** Sends the mails that prove an email address. */
  email?: PasswordMailer | undefined;
  /**
   * Minimum length, from 8 to 64. NIST SP 800-63B-4 (section 3.1.1.2) requires 15 if the password is the only
   * factor, and 8 with a second one. @default 12
   */
  minLength?: number | undefined;
  /**
   * Whether users can sign up, and additional fields for that: `{ fields: { name: { required: true } } }`.
   * @default true
   */
  signUp?: boolean | SignUpOptions | undefined;
  /**
   * Whether a password is known from a data breach, and must be refused. If it fails or takes too long, the
   * password is accepted and a warning is logged.
   */
  breached?: ((password: string) => Awaitable<boolean>) | undefined;
  /** Hashes a password instead of scrypt. Needs `verify`. */
  hash?: ((password: string) => Awaitable<string>) | undefined;
  /**
   * Whether a password matches a hash. Called for hashes that aren't the library's own, such as those you
   * imported. If it returns true, the password is hashed again.
   */
  verify?: ((password: string, hash: string) => Awaitable<boolean>) | undefined;
}

export interface PasswordConfig
  extends Omit<CommonProviderOptions, "type">, ProviderInternals, PasswordOptions {
  type: "password";
  options?: Partial<PasswordConfig> | undefined;
}

/** A password hash from elsewhere. */
export interface PasswordHash {
  readonly userId: string;
  /** In a format that the provider's `verify` supports. */
  readonly hash: string;
}
