import { InvalidProvider } from "../errors.js";
import type { Provider } from "../types/providers.js";
import { asError } from "../thrown.js";
import { credentialsFlow } from "./credentials/index.js";
import { emailFlow } from "./email/index.js";
import type { Flow } from "./flow.js";
import { mergeOptions } from "./merge.js";
import { oauthFlow, type SharedByFlows } from "./oauth/index.js";
import { Seen } from "./oauth/memory.js";
import { webAuthnFlow } from "./webauthn/index.js";

/** What the whole configuration says about its providers. */
export interface FlowDefaults {
  readonly redirectProxyUrl?: string | undefined;
}

/** The providers of a configuration, each bound to its flow, in their order. */
export function bindFlows(providers: readonly Provider[], defaults: FlowDefaults): Flow[] {
  const usedRecords = new Seen();
  return providers.map((provider) => bindFlow(provider, { ...defaults, usedRecords }));
}

/** A provider, or the function that makes it. The only place that looks at its type. */
function bindFlow(provider: Provider, defaults: FlowDefaults & SharedByFlows): Flow {
  const bare = typeof provider === "function" ? make(provider) : provider;
  switch (bare.type) {
    case "credentials":
      return credentialsFlow(mergeOptions(bare, bare.options));
    case "email":
      return emailFlow(mergeOptions(bare, bare.options));
    case "oauth":
    case "oidc":
      return oauthFlow(bare, defaults);
    case "webauthn":
      return webAuthnFlow(mergeOptions(bare, bare.options));
    default:
      throw unknownType(bare);
  }
}

/** Not every configuration is checked by a compiler. */
function unknownType({ id, type }: { id?: unknown; type?: unknown }): InvalidProvider {
  return new InvalidProvider(
    `The provider ${JSON.stringify(id)} has the type ${JSON.stringify(type)}, which is none of oidc, oauth, email, credentials and webauthn.`,
  );
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
