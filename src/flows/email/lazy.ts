import type { PartialBy } from "../../types/common.js";
import type { EmailConfig } from "../../types/email.js";
import type { FlowSource } from "../flow.js";

/** The flow, loaded when a configuration has such a provider. */
export const lazyEmail: FlowSource = {
  bind: async (provider: PartialBy<EmailConfig, "name">) =>
    (await import("./index.js")).emailFlow(provider),
};
