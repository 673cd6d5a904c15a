import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { httpEmail, type MailService } from "./shared/http-email.js";
import { outgoing } from "./shared/sender.js";

/**
 * Signs users in by email, sent through SendGrid.
 *
 * ```ts
 * import SendGrid from "latchkey/providers/sendgrid";
 *
 * providers: [SendGrid({ apiKey: process.env.AUTH_SENDGRID_KEY, from: "no-reply@acme.example" })];
 * ```
 */
export default function SendGrid<const Id extends string = "sendgrid">(
  config: EmailUserConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "sendgrid">> {
  return httpEmail(sendGrid, config);
}

const sendGrid: MailService = {
  id: "sendgrid",
  name: "SendGrid",
  request: (params, { apiKey }) => {
    const { to, from, subject, text, html } = outgoing(params);
    return {
      url: "https://api.sendgrid.com/v3/mail/send",
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        personalizations: [{ to: [{ email: to }] }],
        from,
        subject,
        content: [
          { type: "text/plain", value: text },
          { type: "text/html", value: html },
        ],
        // With click tracking, links lead through another host, which would learn the secret in
        // them.
        tracking_settings: { click_tracking: { enable: false, enable_text: false } },
      },
    };
  },
};
