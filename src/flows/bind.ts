import { AuthError, InvalidProvider } from "../errors.js";
import { providerFlows, servesPage } from "../symbols.js";
import { asError } from "../thrown.js";
import type { Provider } from "../types/providers.js";
import type { Flow, FlowDefaults, Flows, FlowSource, ProviderObject } from "./flow.js";

/** The providers that can be used, and what is wrong with the others. */
export interface BoundFlows {
  readonly flows: readonly Flow[];
  readonly problems: readonly AuthError[];
}

export interface BindOptions extends FlowDefaults {
  /** For providers that bring no flow. */
  readonly defaultFlows: Flows;
}

/** The providers of a configuration, each bound to its flow, in their order. */
export async function bindFlows(
  providers: readonly Provider[],
  options: BindOptions,
): Promise<BoundFlows> {
  const flows: Flow[] = [];
  const problems: AuthError[] = [];
  // One after another, so that of several problems the first is told.
  for (const provider of providers) {
    try {
      const flow = await bindFlow(provider, options);
      if (flow.problem) problems.push(flow.problem);
      else flows.push(flow);
    } catch (error) {
      problems.push(error instanceof AuthError ? error : new InvalidProvider(asError(error)));
    }
  }
  return { flows, problems };
}

/** A provider, or the function that makes it. The only place that looks at its type. */
async function bindFlow(provider: Provider, options: BindOptions): Promise<Flow> {
  const bare = typeof provider === "function" ? await make(provider) : provider;
  const source = sourceOf(bare, options.defaultFlows);
  if (!source) throw (await import("./bind-problem.js")).noFlow(bare);
  const { tables, keeperOf } = source;
  const bound = await source.bind(bare, options);
  const flow: Flow = tables && keeperOf ? { ...bound, tables, keeperOf } : bound;
  // Whatever sends the mails of a provider may have a page for them.
  const mailer = bare.type === "password" ? (bare.options?.email ?? bare.email) : undefined;
  const serve = bare[servesPage] ?? mailer?.[servesPage];
  if (!serve) return flow;
  const { pageOf } = await import("./page.js");
  return { ...flow, page: pageOf(mailer?.options?.id ?? mailer?.id ?? flow.id, serve) };
}

/** By its type also where it brings a flow: a copy of a provider may have been given another type. */
function sourceOf(bare: ProviderObject, defaultFlows: Flows): FlowSource | undefined {
  const flows = new Map<string, object>(
    Object.entries({ ...defaultFlows, ...bare[providerFlows] }),
  );
  const found = flows.get(bare.type);
  return found && isSource(found) ? found : undefined;
}

const isSource = (value: object): value is FlowSource =>
  "bind" in value && typeof value.bind === "function";

async function make(factory: Extract<Provider, (...args: never) => unknown>) {
  try {
    return factory();
  } catch (error) {
    throw (await import("./bind-problem.js")).failedFactory(factory, error);
  }
}
