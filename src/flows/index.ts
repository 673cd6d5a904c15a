import { InvalidProvider } from "../errors.js";
import type { Provider } from "../types/providers.js";
import { asError } from "../thrown.js";
import { credentialsFlow } from "./credentials/index.js";
import type { Flow } from "./flow.js";
import { mergeOptions } from "./merge.js";

/** A provider, or the function that makes it, bound to its flow. The only place that looks at its type. */
export function bindFlow(provider: Provider): Flow {
  const bare = typeof provider === "function" ? make(provider) : provider;
  switch (bare.type) {
    case "credentials":
      return credentialsFlow(mergeOptions(bare, bare.options));
    default:
      throw new InvalidProvider(
        `The provider ${JSON.stringify(bare.id)} has the type ${JSON.stringify(bare.type)}, which is none of oidc, oauth, email, credentials and webauthn.`,
      );
  }
}

function make(factory: Extract<Provider, (...args: never) => unknown>) {
  try {
    return factory();
  } catch (error) {
    throw new InvalidProvider(
      `A provider was given as a function, and calling it without options failed. Call it with its options: ${factory.name || "provider"}({ … }).`,
      { err: asError(error) },
    );
  }
}
