import { lazyPassword } from "../flows/password/lazy.js";
import type { PasswordConfig, PasswordOptions } from "../types/password.js";
import { providerFlows } from "../types/symbols.js";

export { addPasswordHash } from "../flows/password/lazy.js";
export type {
  PasswordConfig,
  PasswordHash,
  PasswordMailer,
  PasswordOptions,
  SignUpField,
  SignUpOptions,
} from "../types/password.js";

export interface PasswordUserConfig extends PasswordOptions {
  id?: string | undefined;
  name?: string | undefined;
}

/**
 * Signs users in with their email address and a password, including sign-up, email verification,
 * password reset and password change.
 *
 * ```ts
 * import Nodemailer from "latchkey/providers/nodemailer";
 * import Password from "latchkey/providers/password";
 *
 * providers: [Password({ email: Nodemailer({ server: process.env.SMTP, from: "no-reply@acme.example" }) })];
 * ```
 */
export default function Password(config: PasswordUserConfig = {}): PasswordConfig {
  const { id = "password", name = "Password", ...options } = config;
  return {
    id,
    name,
    type: "password",
    [providerFlows]: { password: lazyPassword },
    ...options,
  };
}
