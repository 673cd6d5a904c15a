import { lazyCredentials } from "./credentials/lazy.js";
import { lazyEmail } from "./email/lazy.js";
import type { Flows } from "./flow.js";
import { oauthFlow } from "./oauth/index.js";

/**
 * For provider objects that bring no flow: those written by hand, and those of Auth.js. OAuth is there at
 * once, since nearly everybody uses it.
 */
export const defaultFlows: Flows = {
  oauth: { bind: oauthFlow },
  oidc: { bind: oauthFlow },
  email: lazyEmail,
  credentials: lazyCredentials,
};
