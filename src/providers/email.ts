import type { EmailConfig } from "../types/providers.js";
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
export default function Email(config: NodemailerConfig = {}): EmailConfig {
  return { ...Nodemailer(config), id: "email", name: "Email" };
}
