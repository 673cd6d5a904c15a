import { InvalidProvider } from "../errors.js";
import type { Provider } from "../types/providers.js";
import { asError } from "../thrown.js";
import type { Flow } from "./flow.js";
import { mergeOptions } from "./merge.js";
import { oauthFlow, type SharedByFlows } from "./oauth/index.js";
import { Seen } from "./seen.js";

/** What the whole configuration says about its providers. */
export interface FlowDefaults {
  readonly redirectProxyUrl?: string | undefined;
}

/** The providers of a configuration, each bound to its flow, in their order. */
export async function bindFlows(
  providers: readonly Provider[],
  defaults: FlowDefaults,
): Promise<Flow[]> {
  const shared = { ...defaults, usedRecords: new Seen() };
  const flows: Flow[] = [];
  // One after another, so that of several problems the first is told.
  for (const provider of providers) flows.push(await bindFlow(provider, shared));
  return flows;
}

/**
 * A provider, or the function that makes it. The only place that looks at its type. Flows of types
 * that no provider has are never loaded; OAuth is there at once, since nearly everybody uses it.
 */
async function bindFlow(provider: Provider, defaults: FlowDefaults & SharedByFlows): Promise<Flow> {
  const bare = typeof provider === "function" ? make(provider) : provider;
  switch (bare.type) {
    case "credentials":
      return (await import("./credentials/index.js")).credentialsFlow(
        mergeOptions(bare, bare.options),
      );
    case "email":
      return (await import("./email/index.js")).emailFlow(mergeOptions(bare, bare.options));
    case "oauth":
    case "oidc":
      return oauthFlow(bare, defaults);
    case "webauthn":
      return (await import("./webauthn/index.js")).webAuthnFlow(mergeOptions(bare, bare.options));
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
