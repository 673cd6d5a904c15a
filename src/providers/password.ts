import { lazyPassword } from "../flows/password/lazy.js";
import { providerFlows } from "../symbols.js";
import type { PasswordConfig, PasswordOptions } from "../types/password.js";

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
 * Signs people in with their e-mail address and a password, with all that belongs to it: making an
 * account, proving the address, a password that was forgotten, another one.
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
