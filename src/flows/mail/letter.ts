import type { MailMessages } from "./mail-messages.js";
import type { Ticket } from "./ticket.js";

/** What there is to tell the reader of a mail. */
export interface Letter extends Ticket {
  readonly code: string;
  readonly url: string;
  readonly expires: Date;
  /** What the mail says, in the language of the request that asked for it. */
  readonly messages: MailMessages;
  /** What the browser that asked keeps beside, sealed. */
  readonly kept?: string;
}
