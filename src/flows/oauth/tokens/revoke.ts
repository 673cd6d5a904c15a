import {
  allowInsecureRequests,
  customFetch,
  processRevocationResponse,
  revocationRequest,
} from "oauth4webapi";
import type { TokenSet } from "../../../types/account.js";
import { assertNamedBy } from "../provider/address.js";
import { clientAuthentication, clientOf } from "../client/client.js";
import { libraryFetch } from "../client/fetch.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";
import { findServer } from "../discovery/server.js";

/**
 * Tells the provider that these tokens are of no use any more (RFC 7009). The refresh token first: with it
 * most providers end what was granted with it, so that a refusal of the other one does not matter.
 */
export async function revokeTokens(run: Inquiry, tokens: TokenSet): Promise<void> {
  const server = await findServer(run);
  const { refresh_token, access_token } = tokens;
  if (refresh_token) await revoke(run, server, { token: refresh_token, hint: "refresh_token" });
  if (!access_token) return;
  const second = revoke(run, server, { token: access_token, hint: "access_token" });
  await (refresh_token ? second.catch(() => undefined) : second);
}

interface Revoked {
  readonly token: string;
  readonly hint: "refresh_token" | "access_token";
}

async function revoke(run: Inquiry, server: Server, { token, hint }: Revoked): Promise<void> {
  const { provider } = run;
  const { metadata } = server;
  const at = { ...metadata, revocation_endpoint: endpointOf(run, server) };
  const response = await revocationRequest(
    at,
    clientOf(provider),
    clientAuthentication(provider, metadata),
    token,
    {
      additionalParameters: { token_type_hint: hint },
      [customFetch]: libraryFetch(run),
      // The scheme is judged by our own fetch, which lets http pass for this machine only.
      [allowInsecureRequests]: true,
    },
  );
  await processRevocationResponse(response);
}

function endpointOf({ provider }: Inquiry, { metadata }: Server): string {
  const { wellKnown, issuer, privateOrigins, id, revokes } = provider;
  if (revokes?.url !== undefined) return revokes.url;
  const { revocation_endpoint: url } = metadata;
  if (url !== undefined && URL.canParse(url)) {
    assertNamedBy(new URL(wellKnown ?? issuer ?? url), url, privateOrigins);
    return url;
  }
  throw new Error(
    `The provider "${id}" names no \`revocation_endpoint\`. Set \`revokeTokens: { url }\`, or leave \`revokeTokens\` out.`,
  );
}
