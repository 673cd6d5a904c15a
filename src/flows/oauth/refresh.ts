import {
  allowInsecureRequests,
  customFetch,
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  ResponseBodyError,
} from "oauth4webapi";
import type { TokenSet } from "../../types/account.js";
import type { RefreshOutcome } from "../flow.js";
import { clientAuthentication, clientOf } from "./client.js";
import { dpopHandle, withNonce } from "./dpop.js";
import { idTokenAlg } from "./expected-token.js";
import { Explained } from "./failure.js";
import { failureDetails } from "./failure-details.js";
import { libraryFetch, remake } from "./fetch.js";
import { verifySignature } from "./keys.js";
import type { Server } from "./metadata.js";
import { assertIdToken, headerOf } from "./purpose.js";
import type { Inquiry } from "./run.js";
import { findServer } from "./server.js";
import { issuerFor } from "./issuer.js";
import { storedTokens, tidyResponse, tokenSet, type TidyResponse } from "./tokens.js";

/** Seconds that an access token is taken to live when the provider does not tell. */
const shortLife = 5 * 60;

/** Asks for a new access token (RFC 6749, section 6). It never throws. */
export async function refreshGrant(run: Inquiry, refreshToken: string): Promise<RefreshOutcome> {
  try {
    const server = await findServer(run);
    const tokens = await read(run, server, await ask(run, server, refreshToken));
    return { ok: true, tokens, stored: storedTokens(run.provider, tokens) };
  } catch (error) {
    return await failed(run, error);
  }
}

async function ask(run: Inquiry, server: Server, refreshToken: string): Promise<TidyResponse> {
  const { provider } = run;
  const { metadata } = server;
  if (metadata.token_endpoint === undefined) throw new Error(noEndpoint);
  const dpop = await dpopHandle(provider);
  return withNonce(dpop, async () => {
    const response = await refreshTokenGrantRequest(
      metadata,
      clientOf(provider),
      clientAuthentication(provider, metadata),
      refreshToken,
      {
        [customFetch]: libraryFetch(run),
        [allowInsecureRequests]: true,
        ...(dpop && { DPoP: dpop }),
      },
    );
    const conform = await provider.token.conform?.(response.clone());
    const tidy = await tidyResponse(conform ?? response);
    // What is no grant throws here, where a nonce can still be taken into account.
    await processRefreshTokenResponse(metadata, clientOf(provider), await withoutIdToken(tidy));
    return tidy;
  });
}

const noEndpoint =
  "The provider has no address to refresh tokens at: `token` is a function of its own. Set `token.url` as well.";

async function withoutIdToken({ response }: TidyResponse): Promise<Response> {
  const body = await response.clone().text();
  return remake(leaveOut(body), response);
}

function leaveOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      name === "id_token" ? undefined : value,
    );
  } catch {
    return body;
  }
}

/**
 * The old refresh token is used up by now, so that an ID token that is not in order is left out, and the
 * rest is kept. One that is, and is about somebody else, is judged by whoever asked.
 */
async function read(run: Inquiry, server: Server, tidy: TidyResponse): Promise<TokenSet> {
  const { provider, context } = run;
  const client = clientOf(provider);
  const rest = await withoutIdToken(tidy);
  const result = await processRefreshTokenResponse(server.metadata, client, rest);
  const tokens = tokenSet(result, context.now);
  const expires_at = tokens.expires_at ?? Math.floor(context.now / 1000) + shortLife;
  const idToken = await checkedIdToken(run, server, tidy);
  return { ...tokens, expires_at, ...(idToken !== undefined && { id_token: idToken }) };
}

async function checkedIdToken(
  run: Inquiry,
  server: Server,
  { response, idToken }: TidyResponse,
): Promise<string | undefined> {
  const { provider } = run;
  const { metadata } = server;
  if (provider.type !== "oidc" || idToken?.split(".").length !== 3) return undefined;
  try {
    const issuer = await issuerFor(metadata.issuer, idToken, provider);
    const configuredAlg = idTokenAlg(provider, server);
    const client = clientOf(provider, { id_token_signed_response_alg: configuredAlg });
    const answer = response.clone();
    const result = await processRefreshTokenResponse({ ...metadata, issuer }, client, answer);
    const claims = getValidatedIdTokenClaims(result);
    await verifySignature(run, server, { jws: idToken, answer, configuredAlg });
    if (!claims) return undefined;
    assertIdToken(headerOf(idToken), claims);
    return idToken;
  } catch {
    return undefined;
  }
}

/** Errors that say that this refresh token is of no use any more; the second is GitHub's. */
const refusals = ["invalid_grant", "bad_refresh_token"];

async function failed(run: Inquiry, thrown: unknown): Promise<RefreshOutcome> {
  const { err, ...details } = await failureDetails(run, thrown);
  const cause = thrown instanceof Explained ? thrown.cause : thrown;
  const isAnswer = cause instanceof ResponseBodyError;
  const refused = isAnswer && refusals.includes(cause.error);
  return { ok: false, refused, isAnswer, error: Object.assign(err, { details }) };
}
