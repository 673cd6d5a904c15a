import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { httpEmail, type MailService } from "./shared/http-email.js";
import { formatSender, outgoing, type Sender } from "./shared/sender.js";

export interface MailGunConfig extends EmailUserConfig {
  /** The region of the account. @default "US" */
  region?: "US" | "EU" | undefined;
}

/**
 * Signs users in by email, sent through Mailgun from the domain of `from`.
 *
 * ```ts
 * import MailGun from "latchkey/providers/mailgun";
 *
 * providers: [MailGun({ apiKey: process.env.AUTH_MAILGUN_KEY, from: "no-reply@mg.acme.example" })];
 * ```
 */
export default function MailGun<const Id extends string = "mailgun">(
  config: MailGunConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "mailgun">> {
  return httpEmail(mailgun, config);
}

const mailgun: MailService<MailGunConfig> = {
  id: "mailgun",
  name: "Mailgun",
  request: (params, { apiKey, region }) => {
    const mail = outgoing(params);
    const host = region === "EU" ? "api.eu.mailgun.net" : "api.mailgun.net";
    return {
      url: `https://${host}/v3/${domainOf(mail.from)}/messages`,
      headers: { authorization: `Basic ${btoa(`api:${apiKey}`)}` },
      body: formOf({ ...mail, from: formatSender(mail.from) }),
    };
  },
};

/** The domain, checked because it becomes part of a URL. */
function domainOf({ email }: Sender): string {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (/^[a-z0-9.-]+$/i.test(domain)) return domain;
  throw new TypeError("Mailgun needs a `from` with a plain domain, such as no-reply@example.com.");
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // With click tracking, links lead through another host, which would learn the secret in them.
  form.append("o:tracking", "no");
  return form;
}
