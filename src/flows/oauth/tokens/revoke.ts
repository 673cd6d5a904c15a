import { processRevocationResponse, revocationRequest } from "oauth4webapi";
import type { TokenSet } from "../../../types/account.js";
import { clientAuthentication, clientOf } from "../client/client.js";
import { libraryOptions } from "../client/fetch.js";
import { findServer } from "../discovery/server.js";
import { assertNamedBy } from "../provider/address.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";

/**
 * Revokes tokens at the provider (RFC 7009). The refresh token first: most providers then revoke everything
 * granted with it, so a failure for the access token doesn't matter.
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
    { additionalParameters: { token_type_hint: hint }, ...libraryOptions(run) },
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
    `The provider "${id}" has no \`revocation_endpoint\`. Set \`revokeTokens: { url }\`, or remove \`revokeTokens\`.`,
  );
}
