import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The response of your RESTlet. */
export interface NetSuiteProfile {
  id: number | string;
  name: string;
  email: string;
  location?: number | string;
  role?: number | string;
  roleId?: string;
  roleCenter?: string;
  contact?: number | string;
  subsidiary?: number | string;
  department?: number | string;
}

/** Options of this provider. */
export interface OAuthNetSuiteOptions {
  /** The account, such as `1234567`, or `1234567_SB1` for a sandbox. */
  accountID?: string | undefined;
  /** Whether the user must sign in or consent again. */
  prompt?: "none" | "login" | "consent" | "login consent" | undefined;
  /** @default "restlets rest_webservices" */
  scope?: string | undefined;
}

/**
 * Signs users in with their NetSuite account.
 *
 * ```ts
 * import NetSuite from "latchkey/providers/netsuite";
 *
 * providers: [
 *   NetSuite({
 *     accountID: "1234567",
 *     userinfo: "https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1",
 *   }),
 * ];
 * ```
 *
 * NetSuite has no userinfo endpoint, so `userinfo` is a RESTlet of yours that returns a
 * `NetSuiteProfile`.
 *
 * Callback URL to register: `https://example.com/auth/callback/netsuite`
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html
 */
export default function NetSuite<const Id extends IdOrProfile = "netsuite">(
  options: OAuthUserConfig<NetSuiteProfile, Id> & OAuthNetSuiteOptions = {},
): OAuth2Config<NetSuiteProfile, IdOr<Id, "netsuite">> {
  return {
    id: "netsuite",
    name: "NetSuite",
    ...oauth,
    authorization: {
      url: accountUrl(options.accountID, "app.netsuite.com/app/login/oauth2/authorize.nl"),
      params: {
        scope: options.scope ?? "restlets rest_webservices",
        ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
      },
    },
    token: accountUrl(
      options.accountID,
      "suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
    ),
    userinfo: options.userinfo,
    checks: ["state"],
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.email,
      image: null,
    }),
    style: { brandColor: "#125580" },
    options,
  };
}

/** In host names, the `_` of a sandbox account is a `-`. */
function accountUrl(accountID: string | undefined, rest: string): string | undefined {
  if (!accountID) return undefined;
  return new URL(`https://${accountID.toLowerCase().replaceAll("_", "-")}.${rest}`).href;
}
