import type { servesPage } from "../symbols.js";
import type { Awaitable } from "./common.js";
import type { CommonProviderOptions, ProviderInternals } from "./provider-common.js";
import type {
  EmailProviderSendVerificationRequestParams,
  EmailUserConfig,
  MailLimitParams,
  SendNoticeParams,
} from "./email.js";

/** Whatever sends mails: a provider of the type `email`, as those of `latchkey/providers` are. */
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
  /** By the name of the field, which is that of the user's column: `createUser` of the adapter gets them. */
  fields: Readonly<Record<string, SignUpField>>;
}

/** A text that a new user types in. */
export interface SignUpField {
  /** @default the text `password.fields` of the language has for it, as for `name`; else the name of the field */
  label?: string | undefined;
  /** @default false */
  required?: boolean | undefined;
  /** Characters at most; 1000 for all fields together. @default 200 */
  maxLength?: number | undefined;
  /** The attribute of HTML, such as "organization". @default "name" for `name` */
  autocomplete?: string | undefined;
}

export interface PasswordOptions {
  /** Sends the mails by which people prove that an address is theirs. */
  email?: PasswordMailer | undefined;
  /**
   * Characters that a password has at least, from 8 to 64. NIST SP 800-63B-4 (section 3.1.1.2) asks for 15 where the
   * password is all that it takes to sign in, and for 8 beside a second factor. @default 12
   */
  minLength?: number | undefined;
  /**
   * Whether people can make accounts for themselves, and what they are asked for besides an address and a password:
   * `{ fields: { name: { required: true } } }`. @default true
   */
  signUp?: boolean | SignUpOptions | undefined;
  /**
   * Whether a password is known from a leak, and must not be chosen. When it fails or takes too long, the
   * password is accepted and the log says so.
   */
  breached?: ((password: string) => Awaitable<boolean>) | undefined;
  /** Makes the hash of a password in place of scrypt. Needs `verify`. */
  hash?: ((password: string) => Awaitable<string>) | undefined;
  /**
   * Whether a password is the one that a hash was made of. Asked for hashes that are not the library's own:
   * those that came with your users from elsewhere. Once it says yes, the password is hashed anew.
   */
  verify?: ((password: string, hash: string) => Awaitable<boolean>) | undefined;
}

export interface PasswordConfig
  extends Omit<CommonProviderOptions, "type">, ProviderInternals, PasswordOptions {
  type: "password";
  options?: Partial<PasswordConfig> | undefined;
}

/** A password that comes from elsewhere. */
export interface PasswordHash {
  readonly userId: string;
  /** As `verify` of the provider can read it. */
  readonly hash: string;
}
