import { lazyCredentials } from "../flows/credentials/lazy.js";
import type { IdOr, Named } from "../types/infer.js";
import type { CredentialInput, CredentialsConfig } from "../types/providers.js";
import { providerFlows } from "../types/symbols.js";

export type {
  CredentialInput,
  CredentialsConfig,
  CredentialsProviderId,
} from "../types/providers.js";

type Fields = Record<string, CredentialInput>;

/** The options of `Credentials()`. */
export type CredentialsUserConfig<F extends Fields = Fields> = Partial<
  Omit<CredentialsConfig<F>, "options">
>;

/**
 * Signs users in with a form of your own fields, checked by your function.
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
 * `authorize` gets the fields that `credentials` declares as strings, empty if the browser sent
 * none. Resolve to the user, or to null if the credentials are wrong. Failed attempts are rate
 * limited: see the option `rateLimit`.
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
