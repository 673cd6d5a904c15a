import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { httpEmail, type MailService } from "./shared/http-email.js";
import { formatSender, outgoing } from "./shared/sender.js";

/**
 * Signs users in by email, sent through Postmark.
 *
 * ```ts
 * import Postmark from "latchkey/providers/postmark";
 *
 * providers: [Postmark({ apiKey: process.env.AUTH_POSTMARK_KEY, from: "no-reply@acme.example" })];
 * ```
 */
export default function Postmark<const Id extends string = "postmark">(
  config: EmailUserConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "postmark">> {
  return httpEmail(postmark, config);
}

const postmark: MailService = {
  id: "postmark",
  name: "Postmark",
  request: (params, { apiKey }) => {
    const { to, from, subject, text, html } = outgoing(params);
    return {
      url: "https://api.postmarkapp.com/email",
      headers: { accept: "application/json", "x-postmark-server-token": apiKey },
      body: {
        From: formatSender(from),
        To: to,
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
        MessageStream: "outbound",
        // With click tracking, links lead through another host, which would learn the secret in
        // them.
        TrackLinks: "None",
      },
    };
  },
};
