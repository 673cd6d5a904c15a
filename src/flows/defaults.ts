import { bindCredentials } from "./credentials/lazy.js";
import { bindEmail } from "./email/lazy.js";
import type { Flows } from "./flow.js";
import { oauthFlow } from "./oauth/index.js";

/**
 * For provider objects that bring no flow: those written by hand, and those of Auth.js. OAuth is there at
 * once, since nearly everybody uses it.
 */
export const defaultFlows: Flows = {
  oauth: oauthFlow,
  oidc: oauthFlow,
  email: bindEmail,
  credentials: bindCredentials,
};
