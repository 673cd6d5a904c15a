import type { Flows } from "../core/flow.js";
import type { PartialBy } from "../types/common.js";
import type { EmailConfig } from "../types/email.js";
import type { AnyCredentialsConfig } from "../types/providers.js";
import { oauthFlow } from "./oauth/index.js";

/**
 * Flows for provider objects that bring none: those written by hand, and those of Auth.js. OAuth isn't lazy,
 * since nearly every app uses it.
 */
export const defaultFlows: Flows = {
  oauth: { bind: oauthFlow },
  oidc: { bind: oauthFlow },
  email: {
    bind: async (provider: PartialBy<EmailConfig, "name">) =>
      (await import("#email-flow")).emailFlow(provider),
  },
  credentials: {
    bind: async (provider: AnyCredentialsConfig) =>
      (await import("#credentials-flow")).credentialsFlow(provider),
  },
};
