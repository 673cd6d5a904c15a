import type { MailMessages } from "./mail-messages.js";
import type { Ticket } from "./ticket.js";

/** What there is to tell the reader of a mail. */
export interface Letter extends Ticket {
  readonly code: string;
  readonly url: string;
  readonly expires: Date;
  /** What the mail says, where it is another one than that of a sign-in. */
  readonly messages?: MailMessages;
  /** What the browser that asked keeps beside, sealed. */
  readonly kept?: string;
}
