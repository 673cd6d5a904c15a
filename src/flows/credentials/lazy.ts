import type { FlowSource } from "../../core/flow.js";
import type { AnyCredentialsConfig } from "../../types/providers.js";

/** The flow, loaded if a configuration has such a provider. */
export const lazyCredentials: FlowSource = {
  bind: async (provider: AnyCredentialsConfig) =>
    (await import("./index.js")).credentialsFlow(provider),
};
