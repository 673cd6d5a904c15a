import type { PartialBy } from "../../types/common.js";
import type { EmailConfig } from "../../types/email.js";
import type { BindFlow } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const bindEmail: BindFlow = async (provider: PartialBy<EmailConfig, "name">) =>
  (await import("./index.js")).emailFlow(provider);
