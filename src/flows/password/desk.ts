import { InvalidProvider } from "../../errors.js";
import type { PasswordConfig } from "../../types/password.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import type { Desk as MailDesk } from "../mail/desk.js";
import { mergeOptions } from "../merge.js";

/** One password provider at work. */
export interface Desk {
  readonly provider: PasswordConfig;
  /** What sends and redeems its mails. */
  readonly mail: MailDesk;
}

export const leastLength = 8;
const defaultLength = 12;

export function minLengthOf({ minLength }: PasswordConfig): number {
  return minLength ?? defaultLength;
}

export function createDesk(provider: PasswordConfig): Desk {
  const { id, name, email } = provider;
  const refuse = () => {
    throw new InvalidProvider(noMailer(id));
  };
  const bare: EmailConfig = { id, name, type: "email", sendVerificationRequest: refuse };
  const mailer = email && mergeOptions(mergeOptions(bare, email), email.options);
  // Nobody shall learn whom the application refuses, and links are never short.
  const own = { id, name, hideRefusals: true, generateVerificationToken: () => "" };
  const { generateVerificationToken: _, ...mail } = { ...bare, ...mailer, ...own };
  return { provider, mail: { provider: mail } };
}

export function noMailer(id: string): string {
  return `The password provider ${JSON.stringify(id)} has nothing that sends its mails. Give it a provider that does: \`Password({ email: Nodemailer({ … }) })\`.`;
}

/**
 * The context without what was typed in: functions of the application that send mails or count them are
 * given the request, and have no business with the password.
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
