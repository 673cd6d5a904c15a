import { clientOf } from "../../flows/oauth/client/client.js";
import { findServer } from "../../flows/oauth/discovery/server.js";
import { assertNamedBy } from "../../flows/oauth/provider/address.js";
import { withParams } from "../../flows/oauth/provider/endpoints.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";

/** The input of a sign-out at the provider. */
export interface SignOutThere {
  /** Our URL that the provider redirects to afterwards. */
  readonly returnTo: string;
  /** Returned by the provider. */
  readonly state: string;
  /** The ID token of the ended session, if it is known. */
  readonly idToken?: string | undefined;
}

/**
 * Builds the URL where the browser signs out at the provider (OpenID Connect RP-Initiated Logout
 * 1.0, section 2).
 * Undefined if the provider has none, or `endSession` is false. Rejects if discovery fails.
 */
export async function endSessionAt(
  run: Inquiry,
): Promise<((asked: SignOutThere) => URL) | undefined> {
  const { provider } = run;
  if (provider.endSession === false) return undefined;
  const { url, params, returnParam } = provider.endSession ?? {};
  const place = url === undefined ? await discovered(run) : absolute(url, provider);
  if (place === undefined) return undefined;
  const isStandard = returnParam === undefined;
  return ({ returnTo, state, idToken }) =>
    withParams(place, {
      client_id: clientOf(provider).client_id,
      [returnParam ?? "post_logout_redirect_uri"]: returnTo,
      ...(isStandard && { state, id_token_hint: idToken }),
      ...params,
    });
}

function absolute(url: string, { issuer }: Inquiry["provider"]): URL {
  return issuer === undefined ? new URL(url) : new URL(url, `${issuer.replace(/\/$/, "")}/`);
}

async function discovered(run: Inquiry): Promise<string | undefined> {
  const { wellKnown, issuer, privateOrigins } = run.provider;
  const { metadata } = await findServer(run);
  const { end_session_endpoint: url } = metadata;
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  assertNamedBy(new URL(wellKnown ?? issuer ?? url), url, privateOrigins);
  return url;
}
