import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig } from "../types/providers.js";
export type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
} from "../types/providers.js";
export type { EmailProviderSendVerificationRequestParams as SendVerificationRequestParams } from "../types/providers.js";
export type { EmailProviderId } from "./ids.js";
import Nodemailer, { type NodemailerConfig } from "./nodemailer.js";

/**
 * The same as the provider Nodemailer, under the id `email`.
 *
 * ```ts
 * import Email from "latchkey/providers/email";
 *
 * providers: [Email({ server: "smtp://localhost:1025", from: "no-reply@acme.example" })];
 * ```
 */
export default function Email<const Id extends string = "email">(
  config?: NodemailerConfig & Named<Id>,
): EmailConfig<IdOr<Id, "email">>;
export default function Email(config: NodemailerConfig = {}): EmailConfig {
  return { ...Nodemailer(config), id: "email", name: "Email" };
}
