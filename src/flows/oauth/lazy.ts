import type { OAuthConfig } from "../../types/providers.js";
import type { FlowDefaults, FlowSource } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const lazyOAuth: FlowSource = {
  bind: async (provider: OAuthConfig, defaults: FlowDefaults) =>
    (await import("./index.js")).oauthFlow(provider, defaults),
};
