import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { httpEmail, type MailService } from "./shared/http-email.js";
import { formatSender, outgoing } from "./shared/sender.js";

/**
 * Signs users in by email, sent through Resend.
 *
 * ```ts
 * import Resend from "latchkey/providers/resend";
 *
 * providers: [Resend({ apiKey: process.env.AUTH_RESEND_KEY, from: "Acme <no-reply@acme.example>" })];
 * ```
 */
export default function Resend<const Id extends string = "resend">(
  config: EmailUserConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "resend">> {
  return httpEmail(resend, config);
}

const resend: MailService = {
  id: "resend",
  name: "Resend",
  request: (params, { apiKey }) => {
    const mail = outgoing(params);
    return {
      url: "https://api.resend.com/emails",
      headers: { authorization: `Bearer ${apiKey}` },
      body: { ...mail, from: formatSender(mail.from) },
    };
  },
};
