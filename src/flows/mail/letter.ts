import type { MailMessages } from "./mail-messages.js";
import type { EmailToken } from "./verification-token.js";

/** What the mail says. */
export interface Letter extends EmailToken {
  readonly code: string;
  readonly url: string;
  readonly expires: Date;
  /** The texts, in the language of the request. */
  readonly messages: MailMessages;
  /** What the browser keeps, sealed. */
  readonly kept?: string;
}
