import type { Theme } from "../../types/pages.js";
import type { MailMessages } from "./mail-messages.js";

/** What the mail contains. */
export interface MailProps {
  readonly url: string;
  readonly code: string;
  readonly expires: Date;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly host: string;
  readonly siteName: string;
  readonly theme: Theme;
  readonly messages: MailMessages;
}

/** Minutes until the mail's link and code expire. */
export function minutesLeft({ expires, now }: MailProps): number {
  return Math.max(1, Math.round((expires.getTime() - now) / 60_000));
}
