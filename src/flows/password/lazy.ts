import type { PasswordConfig } from "../../types/password.js";
import type { BindFlow } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const bindPassword: BindFlow = async (provider: PasswordConfig) =>
  (await import("./index.js")).passwordFlow(provider);
