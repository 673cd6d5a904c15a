import { lazyCredentials } from "../flows/credentials/lazy.js";
import { providerFlows } from "../symbols.js";
import type { IdOr, Named } from "../types/infer.js";
import type { CredentialInput, CredentialsConfig } from "../types/providers.js";

export type {
  CredentialInput,
  CredentialsConfig,
  CredentialsProviderId,
} from "../types/providers.js";

type Fields = Record<string, CredentialInput>;

/** What an application says about its credentials. */
export type CredentialsUserConfig<F extends Fields = Fields> = Partial<
  Omit<CredentialsConfig<F>, "options">
>;

/**
 * Signs people in with what they type into a form, checked by a function of yours.
 *
 * ```ts
 * import Credentials from "latchkey/providers/credentials";
 *
 * providers: [
 *   Credentials({
 *     credentials: { username: { label: "Username" }, password: { type: "password" } },
 *     authorize: ({ username, password }) => findUser(username, password),
 *   }),
 * ];
 * ```
 *
 * `authorize` gets the fields that `credentials` declares as texts, empty where the browser sent none,
 * and resolves to the user, or to null when the credentials are wrong. Slow down whoever guesses:
 * nothing here counts attempts.
 */
export default function Credentials<
  F extends Fields = Fields,
  const Id extends string = "credentials",
>(
  config?: CredentialsUserConfig<F> & Named<Id>,
): CredentialsConfig<Fields, IdOr<Id, "credentials">>;
export default function Credentials(config: CredentialsUserConfig = {}): CredentialsConfig {
  return {
    id: "credentials",
    name: "Credentials",
    type: "credentials",
    [providerFlows]: { credentials: lazyCredentials },
    credentials: {},
    authorize: () => null,
    options: config,
  };
}
