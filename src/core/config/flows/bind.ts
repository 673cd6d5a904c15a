import type { Provider } from "../../../types/providers.js";
import { providerFlows, servesPage } from "../../../types/symbols.js";
import { asError } from "../../errors/as-error.js";
import { AuthError, InvalidProvider } from "../../errors/errors.js";
import type { Flow, FlowDefaults, Flows, FlowSource, ProviderObject } from "../../flow.js";

/** The usable providers, and what is wrong with the others. */
export interface BoundFlows {
  readonly flows: readonly Flow[];
  readonly problems: readonly AuthError[];
}

export interface BindOptions extends FlowDefaults {
  /** Flows for providers that don't bring one. */
  readonly defaultFlows: Flows;
}

/** Binds each configured provider to its flow, in order. */
export async function bindFlows(
  providers: readonly Provider[],
  options: BindOptions,
): Promise<BoundFlows> {
  const flows: Flow[] = [];
  const problems: AuthError[] = [];
  // Sequential, so that the first of several problems is reported.
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

/** A provider, or the function that returns it. The only place that looks at a provider's type. */
async function bindFlow(provider: Provider, options: BindOptions): Promise<Flow> {
  const bare = typeof provider === "function" ? await make(provider) : provider;
  const source = sourceOf(bare, options.defaultFlows);
  if (!source) throw (await import("./bind-problem.js")).noFlow(bare);
  const { tables, recordsFor } = source;
  const bound = await source.bind(bare, options);
  const flow: Flow = tables && recordsFor ? { ...bound, tables, recordsFor } : bound;
  // The mailer of a provider may have a page for development.
  const mailer = bare.type === "password" ? (bare.options?.email ?? bare.email) : undefined;
  const serve = bare[servesPage] ?? mailer?.[servesPage];
  if (!serve) return flow;
  const { pageOf } = await import("./provider-page.js");
  return { ...flow, page: pageOf(mailer?.options?.id ?? mailer?.id ?? flow.id, serve) };
}

/** The type decides even if the provider brings a flow: someone may have copied it and changed its type. */
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
