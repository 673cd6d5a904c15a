import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { httpEmail, type MailService } from "./shared/http-email.js";
import { recipientOf } from "./shared/sender.js";

export interface LoopsConfig extends EmailUserConfig {
  /** The transactional email at Loops; its template uses the variable `url`. */
  transactionalId?: string | undefined;
  /** Whether the template at Loops uses the variable `code`, too. @default false */
  withCode?: boolean | undefined;
}

export type LoopsUserConfig = LoopsConfig;

/**
 * Signs users in by email, sent through Loops, which has the template of the mail.
 *
 * ```ts
 * import Loops from "latchkey/providers/loops";
 *
 * providers: [Loops({ apiKey: process.env.AUTH_LOOPS_KEY, transactionalId: "…" })];
 * ```
 */
export default function Loops<const Id extends string = "loops">(
  config: LoopsConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "loops">> {
  return httpEmail(loops, config);
}

const loops: MailService<LoopsConfig> = {
  id: "loops",
  name: "Loops",
  ownText: true,
  request: (params, { apiKey, transactionalId, withCode }) => {
    if (!transactionalId) throw new TypeError("Loops needs `transactionalId`.");
    const dataVariables = { url: params.url, ...(withCode && { code: params.code }) };
    return {
      url: "https://app.loops.so/api/v1/transactional",
      headers: { authorization: `Bearer ${apiKey}` },
      body: { transactionalId, email: recipientOf(params), dataVariables },
    };
  },
};
