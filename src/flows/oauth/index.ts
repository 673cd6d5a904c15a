import { actionUrl } from "../../http/urls.js";
import type { OAuthConfig } from "../../types/providers.js";
import type { Finish, Flow, FlowContext } from "../flow.js";
import type { Seen } from "../seen.js";
import { normalizeProvider, type ProviderDefaults } from "./config.js";
import { createMemory } from "./memory.js";
import { findProblem } from "./problem.js";

/** What all providers of a configuration have in common. */
export interface SharedByFlows {
  readonly usedRecords: Seen;
}

/**
 * Sign-in at another site by OAuth 2.0 (RFC 6749) or OpenID Connect. What speaks to that site is
 * loaded when it is first needed.
 */
export function oauthFlow(config: OAuthConfig, defaults: ProviderDefaults & SharedByFlows): Flow {
  const provider = normalizeProvider(config, defaults);
  const { id, name, type, brandColor } = provider;
  const memory = createMemory(defaults.usedRecords);
  const problem = findProblem(provider);
  const finish: Finish = async (context) => {
    const { finishSignIn } = await import("./steps.js");
    return finishSignIn({ provider, memory, context });
  };
  return {
    id,
    name,
    type,
    leavesSite: true,
    finishNeedsCsrf: false,
    ...(problem && { problem }),
    form: (site) => ({
      kind: "redirect",
      id,
      name,
      action: actionUrl(site, "signin", id),
      ...(brandColor !== undefined && { brandColor }),
    }),
    async begin(context: FlowContext) {
      const { beginSignIn } = await import("./steps.js");
      return beginSignIn({ provider, memory, context });
    },
    finish: provider.formPost ? { POST: finish } : { GET: finish },
  };
}
