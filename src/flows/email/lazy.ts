import type { FlowSource } from "../../core/flow.js";
import type { PartialBy } from "../../types/common.js";
import type { EmailConfig } from "../../types/email.js";

/** The flow, loaded if a configuration has such a provider. */
export const lazyEmail: FlowSource = {
  bind: async (provider: PartialBy<EmailConfig, "name">) =>
    (await import("./index.js")).emailFlow(provider),
};
