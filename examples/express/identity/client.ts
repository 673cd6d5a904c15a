import { randomBytes } from "node:crypto";

/** What a site must know to send people to Local Identity. */
export interface Identity {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The id of the provider in `auth.ts`; the redirect URI ends with it. */
export const identityId = "local";

const at = (path: string) =>
  ["localhost", "127.0.0.1"].map((host) => `http://${host}/auth/${path}/${identityId}`);

/** The demo, as Local Identity knows it. The secret lasts as long as the process. */
export const client = {
  client_id: "latchkey-demo",
  client_secret: randomBytes(32).toString("base64url"),
  client_name: "Latchkey demo",
  grant_types: ["authorization_code", "refresh_token"],
  // Any port of this machine will do (RFC 8252, section 7.3): which one is free is not known yet.
  application_type: "native",
  redirect_uris: at("callback"),
  post_logout_redirect_uris: at("signout"),
  backchannel_logout_uri: `http://127.0.0.1/auth/backchannel-logout/${identityId}`,
  backchannel_logout_session_required: true,
} as const;
