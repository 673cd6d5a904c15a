import type { SignOutThere } from "../flow.js";
import { assertNamedBy } from "./address.js";
import { clientOf } from "./client.js";
import { withParams } from "./endpoints.js";
import type { Inquiry } from "./run.js";
import { findServer } from "./server.js";

/** Where the browser goes to sign out there too (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export async function endSessionUrl(run: Inquiry, asked: SignOutThere): Promise<URL> {
  const { provider } = run;
  const { url, params, returnParam } = provider.endSession ?? {};
  const { returnTo, state, idToken } = asked;
  const isStandard = returnParam === undefined;
  return withParams(url === undefined ? await discovered(run) : absolute(url, provider), {
    client_id: clientOf(provider).client_id,
    [returnParam ?? "post_logout_redirect_uri"]: returnTo,
    ...(isStandard && { state, id_token_hint: idToken }),
    ...params,
  });
}

function absolute(url: string, { issuer }: Inquiry["provider"]): URL {
  return issuer === undefined ? new URL(url) : new URL(url, `${issuer.replace(/\/$/, "")}/`);
}

async function discovered(run: Inquiry): Promise<string> {
  const { wellKnown, issuer, privateOrigins, id } = run.provider;
  const { metadata } = await findServer(run);
  const { end_session_endpoint: url } = metadata;
  if (typeof url === "string" && URL.canParse(url)) {
    assertNamedBy(new URL(wellKnown ?? issuer ?? url), url, privateOrigins);
    return url;
  }
  throw new Error(
    `The provider "${id}" names no \`end_session_endpoint\`. Set \`endSession: { url }\`, or leave \`endSession\` out.`,
  );
}
