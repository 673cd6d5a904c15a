import { clientOf } from "../../flows/oauth/client/client.js";
import { findServer } from "../../flows/oauth/discovery/server.js";
import { assertNamedBy } from "../../flows/oauth/provider/address.js";
import { withParams } from "../../flows/oauth/provider/endpoints.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";

/** Someone signs out here, and is to be signed out at the provider too. */
export interface SignOutThere {
  /** The address of ours that the provider sends the browser back to. */
  readonly returnTo: string;
  /** Comes back with it. */
  readonly state: string;
  /** The ID token of the session that ends, where it is known. */
  readonly idToken?: string | undefined;
}

/**
 * Makes the address where the browser signs out there too (OpenID Connect RP-Initiated Logout 1.0, section 2).
 * Undefined if the provider has none, or isn't to be used for that. Rejects if that can't be found out now.
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
