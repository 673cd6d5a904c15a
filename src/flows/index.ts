import { AuthError, InvalidProvider } from "../errors.js";
import type { Provider } from "../types/providers.js";
import { asError } from "../thrown.js";
import { servesPage } from "../symbols.js";
import type { Flow } from "./flow.js";
import { mergeOptions } from "./merge.js";
import { oauthFlow } from "./oauth/index.js";

/** What the whole configuration says about its providers. */
export interface FlowDefaults {
  readonly redirectProxyUrl?: string | undefined;
  readonly redirectProxyOrigins?: readonly string[] | undefined;
}

/** The providers that can be used, and what is wrong with the others. */
export interface BoundFlows {
  readonly flows: readonly Flow[];
  readonly problems: readonly AuthError[];
}

/** The providers of a configuration, each bound to its flow, in their order. */
export async function bindFlows(
  providers: readonly Provider[],
  defaults: FlowDefaults,
): Promise<BoundFlows> {
  const flows: Flow[] = [];
  const problems: AuthError[] = [];
  // One after another, so that of several problems the first is told.
  for (const provider of providers) {
    try {
      const flow = await bindFlow(provider, defaults);
      if (flow.problem) problems.push(flow.problem);
      else flows.push(flow);
    } catch (error) {
      problems.push(error instanceof AuthError ? error : new InvalidProvider(asError(error)));
    }
  }
  return { flows, problems };
}

/**
 * A provider, or the function that makes it. The only place that looks at its type. Flows of types
 * that no provider has are never loaded; OAuth is there at once, since nearly everybody uses it.
 */
async function bindFlow(provider: Provider, defaults: FlowDefaults): Promise<Flow> {
  const bare = typeof provider === "function" ? make(provider) : provider;
  const flow = await flowOf(bare, defaults);
  const serve = bare[servesPage];
  if (!serve) return flow;
  const { pageOf } = await import("./page.js");
  return { ...flow, page: pageOf(flow.id, serve) };
}

async function flowOf(bare: ReturnType<typeof make>, defaults: FlowDefaults): Promise<Flow> {
  switch (bare.type) {
    case "credentials":
      return (await import("./credentials/index.js")).credentialsFlow(
        mergeOptions(bare, bare.options),
      );
    case "email":
      return (await import("./email/index.js")).emailFlow(
        mergeOptions({ ...bare, name: bare.name ?? bare.id }, bare.options),
      );
    case "oauth":
    case "oidc":
      return oauthFlow(bare, defaults);
    case "password":
      return (await import("./password/index.js")).passwordFlow(mergeOptions(bare, bare.options));
    case "webauthn":
      return (await import("./webauthn/index.js")).webAuthnFlow(mergeOptions(bare, bare.options));
    default:
      throw unknownType(bare);
  }
}

/** Not every configuration is checked by a compiler. */
function unknownType({ id, type }: { id?: unknown; type?: unknown }): InvalidProvider {
  return new InvalidProvider(
    `The provider ${JSON.stringify(id)} has the type ${JSON.stringify(type)}, which is none of oidc, oauth, email, credentials, password and webauthn.`,
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
