import { mailOf, type DevMail } from "../dev/mails.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import type { EmailConfig } from "../types/providers.js";

/** Captured mails. */
export interface CapturedMail {
  /** The oldest first. */
  readonly mails: readonly DevMail[];
  /** The newest mail, to anyone or to this address. Throws if there is none. */
  newest(to?: string): DevMail;
  /** Forgets them all. */
  clear(): void;
  /** Returns the provider with its mails captured. */
  from<P extends EmailConfig>(provider: P): P;
}

/**
 * Captures the mails of an email provider instead of sending them.
 *
 * ```ts
 * const mail = captureMail();
 * const config = { ...appConfig, providers: [mail.from(Resend({ from: "no-reply@acme.example" }))]
 * };
 * // … ask for a link …
 * await visit(mail.newest("ada@example.com").link);
 * ```
 */
export function captureMail(): CapturedMail {
  refuseUnlessDevelopment("latchkey/testing");
  const mails: DevMail[] = [];
  const keep = (params: Parameters<typeof mailOf>[0]) => void mails.push(mailOf(params));
  const sends = { sendVerificationRequest: keep, sendNotice: keep };
  return {
    mails,
    newest(to) {
      const found = mails.findLast((mail) => to === undefined || mail.to === to);
      if (found) return found;
      const others = mails.map((mail) => mail.to).join(", ") || "nobody";
      throw new Error(`No mail was sent${to === undefined ? "" : ` to ${to}, but to ${others}`}.`);
    },
    clear: () => void mails.splice(0),
    from: (provider) => ({
      ...provider,
      ...sends,
      options: { ...provider.options, ...sends },
    }),
  };
}
