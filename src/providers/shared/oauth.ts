import { lazyOAuth } from "../../flows/oauth/lazy.js";
import { providerFlows } from "../../types/symbols.js";

const flows = { oauth: lazyOAuth, oidc: lazyOAuth };

/** A provider of OAuth 2.0. */
export const oauth = { type: "oauth", [providerFlows]: flows } as const;

/** A provider of OpenID Connect. */
export const oidc = { type: "oidc", [providerFlows]: flows } as const;
