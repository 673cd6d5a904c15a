import type { CredentialInput } from "../../../../types/provider-common.js";
import type { CredentialsConfig } from "../types.js";

export type { CredentialInput } from "../../../../types/provider-common.js";
export type { CredentialsConfig } from "../types.js";

type Given<C extends Record<string, CredentialInput>> = Partial<
  Omit<CredentialsConfig<C>, "options">
> &
  Pick<CredentialsConfig<C>, "authorize" | "credentials">;

/**
 * Credentials as in next-auth 4, for `NextAuth` of `latchkey/v4`: `authorize` gets strings and a
 * plain request, and the message of an error that it throws appears in `?error=`.
 *
 * ```ts
 * CredentialsProvider({
 *   credentials: { email: {}, password: {} },
 *   authorize: (credentials) => findUser(credentials?.email, credentials?.password),
 * });
 * ```
 */
export default function Credentials<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
>(options: Given<C>): CredentialsConfig<C> {
  return { id: "credentials", name: "Credentials", ...options, type: "credentials" };
}
