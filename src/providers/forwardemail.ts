import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { httpEmail, type MailService } from "./shared/http-email.js";
import { formatSender, outgoing } from "./shared/sender.js";

/**
 * Signs users in by email, sent through Forward Email.
 *
 * ```ts
 * import ForwardEmail from "latchkey/providers/forwardemail";
 *
 * providers: [
 *   ForwardEmail({ apiKey: process.env.AUTH_FORWARDEMAIL_KEY, from: "no-reply@acme.example" }),
 * ];
 * ```
 */
export default function ForwardEmail<const Id extends string = "forwardemail">(
  config: EmailUserConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "forwardemail">> {
  return httpEmail(forwardEmail, config);
}

const forwardEmail: MailService = {
  id: "forwardemail",
  name: "Forward Email",
  request: (params, { apiKey }) => {
    const mail = outgoing(params);
    return {
      url: "https://api.forwardemail.net/v1/emails",
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
      body: { ...mail, from: formatSender(mail.from) },
    };
  },
};
