import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { below } from "./shared/below.js";
import { fullName } from "./shared/full-name.js";
import { oauth } from "./shared/oauth.js";

/** A user, as returned by WorkOS, whatever they signed in with. */
export interface WorkOSProfile {
  object: "profile";
  id: string;
  organization_id?: string | null;
  connection_id: string;
  connection_type: string;
  idp_id: string;
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  groups?: string[];
  custom_attributes?: Record<string, unknown>;
  raw_attributes?: { picture?: string; [attribute: string]: unknown };
}

/** The options of this provider, in addition to the common ones. */
export interface WorkOSOptions {
  /** Id of the connection to sign in with. */
  connection?: string | undefined;
}

/**
 * Signs users in through a single sign-on connection of WorkOS.
 *
 * ```ts
 * import WorkOS from "latchkey/providers/workos";
 *
 * providers: [WorkOS({ connection: "conn_01E4ZCR3C56J083X43JQXF3JK5" })];
 * ```
 *
 * Choose where users sign in: `connection`, or `authorization: { params: { organization } }`, or `{
 * params: { provider } }`.
 *
 * Callback URL to register: `https://example.com/auth/callback/workos`
 *
 * @see https://workos.com/docs/sso
 */
export default function WorkOS<const Id extends IdOrProfile = "workos">(
  options: OAuthUserConfig<WorkOSProfile, Id> & WorkOSOptions = {},
): OAuth2Config<WorkOSProfile, IdOr<Id, "workos">> {
  const server = options.issuer ?? "https://api.workos.com/";
  return {
    id: "workos",
    name: "WorkOS",
    ...oauth,
    authorization: {
      url: below(server, "sso/authorize"),
      params: {
        scope: "",
        ...(options.connection ? { connection: options.connection } : {}),
      },
    },
    token: below(server, "sso/token"),
    userinfo: below(server, "sso/profile"),
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => ({
      id: String(profile.id),
      name: fullName(profile.first_name, profile.last_name),
      email: profile.email,
      image: profile.raw_attributes?.picture ?? null,
    }),
    style: { brandColor: "#6363f1" },
    options,
  };
}
