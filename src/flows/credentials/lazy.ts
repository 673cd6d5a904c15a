import type { AnyCredentialsConfig } from "../../types/providers.js";
import type { FlowSource } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const lazyCredentials: FlowSource = {
  bind: async (provider: AnyCredentialsConfig) =>
    (await import("./index.js")).credentialsFlow(provider),
};
