import { InvalidProvider } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { mergeOptions } from "../../core/values/merge.js";
import type { PasswordConfig } from "../../types/password.js";
import type { EmailConfig } from "../../types/providers.js";
import type { MailSetup as MailDesk } from "../mail/setup.js";

/** A password provider, ready to use. */
export interface PasswordSetup {
  readonly provider: PasswordConfig;
  /** Sends and redeems its mails. */
  readonly mail: MailDesk;
}

export const leastLength = 8;
const defaultLength = 12;

export function minLengthOf({ minLength }: PasswordConfig): number {
  return minLength ?? defaultLength;
}

export function passwordSetup(provider: PasswordConfig): PasswordSetup {
  const { id, name, email } = provider;
  const refuse = () => {
    throw new InvalidProvider(noMailer(id));
  };
  const bare: EmailConfig = { id, name, type: "email", sendVerificationRequest: refuse };
  const mailer = email && mergeOptions(mergeOptions(bare, email), email.options);
  // Refusals by the app are hidden, and links are never short.
  const own = { id, name, hideRefusals: true, generateVerificationToken: () => "" };
  const { generateVerificationToken: _, ...mail } = { ...bare, ...mailer, ...own };
  return { provider, mail: { provider: mail } };
}

export function noMailer(id: string): string {
  return `The password provider ${JSON.stringify(id)} has no mailer. Set one: \`Password({ email: Nodemailer({ … }) })\`.`;
}

/**
 * The context without the password: app functions that send mails or count attempts receive the request, and
 * mustn't see it.
 */
export function withoutForm(context: FlowContext): FlowContext {
  return {
    ...context,
    toRequest: () => {
      const { url, headers } = context.toRequest();
      const kept = new Headers(headers);
      kept.delete("content-type");
      return new Request(url, { headers: kept });
    },
  };
}
