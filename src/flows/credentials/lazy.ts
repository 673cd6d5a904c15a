import type { AnyCredentialsConfig } from "../../types/providers.js";
import type { BindFlow } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const bindCredentials: BindFlow = async (provider: AnyCredentialsConfig) =>
  (await import("./index.js")).credentialsFlow(provider);
