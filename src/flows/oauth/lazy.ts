import type { OAuthConfig } from "../../types/providers.js";
import type { BindFlow, FlowDefaults } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const bindOAuth: BindFlow = async (provider: OAuthConfig, defaults: FlowDefaults) =>
  (await import("./index.js")).oauthFlow(provider, defaults);
