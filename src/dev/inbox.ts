import { assertLocal } from "../core/http/loopback.js";
import { email } from "../providers/shared/email.js";
import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { servesPage } from "../types/symbols.js";
import { mailOf, type DevMail } from "./mails.js";
import { inboxPage } from "./pages.js";
import { refuseUnlessDevelopment } from "./refuse.js";

const kept = 50;
const mails: DevMail[] = [];

/**
 * Email sign-in for development: nothing is sent, and the mails are at
 * `{basePath}/assets/dev-inbox`, on this machine only. It works where `devIdentity` does.
 *
 * ```ts
 * import { devInbox } from "latchkey/dev";
 *
 * providers: [devInbox()]; // the mails are at http://localhost:3000/auth/assets/dev-inbox
 * ```
 */
export function devInbox<const Id extends string = "dev-inbox">(
  options: EmailUserConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "dev-inbox">> {
  const keep = (params: Parameters<typeof mailOf>[0]) => {
    refuseUnlessDevelopment("latchkey/dev");
    mails.unshift(mailOf(params));
    mails.splice(kept);
  };
  return {
    id: "dev-inbox",
    name: "Email (to the development inbox)",
    ...email,
    from: "no-reply@localhost",
    sendVerificationRequest: keep,
    sendNotice: keep,
    [servesPage]: (asked) => {
      refuseUnlessDevelopment("latchkey/dev");
      assertLocal(asked);
      return inboxPage(new URL(asked.origin).host, mails);
    },
    options,
  };
}
