import type { FlowDefaults, FlowSource } from "../../core/flow.js";
import type { OAuthConfig } from "../../types/providers.js";

/** The flow, loaded if a configuration has such a provider. */
export const lazyOAuth: FlowSource = {
  bind: async (provider: OAuthConfig, defaults: FlowDefaults) =>
    (await import("./index.js")).oauthFlow(provider, defaults),
};
