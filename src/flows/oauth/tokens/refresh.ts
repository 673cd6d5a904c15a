import {
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
} from "oauth4webapi";
import type { RefreshOutcome } from "../../../core/flow.js";
import { isRecord } from "../../../core/values/json.js";
import type { TokenSet } from "../../../types/account.js";
import { failureDetails, type FailureDetails } from "../advice/failure-details.js";
import { clientAuthentication, clientOf } from "../client/client.js";
import { proofOf, withNonce, type Proof } from "../client/dpop.js";
import { boundedFetch, inTime, libraryOptions } from "../client/fetch.js";
import { refreshHookProvider, hookResponse } from "../client/hooks.js";
import { headerOf } from "../client/jws.js";
import { verifySignature } from "../discovery/keys.js";
import { findServer, issuerFor } from "../discovery/server.js";
import type { Server } from "../provider/metadata.js";
import type { Inquiry } from "../provider/run.js";
import {
  assertIdToken,
  idTokenAlg,
  storedTokens,
  tidyResponse,
  tokenSet,
  withoutIdToken,
  type TidyResponse,
} from "./tokens.js";

/** The lifetime in seconds of an access token if the provider doesn't say. */
const shortLife = 5 * 60;

/** Refreshes an access token (RFC 6749, section 6). Never throws. */
export async function refreshGrant(run: Inquiry, refreshToken: string): Promise<RefreshOutcome> {
  let server: Server | undefined;
  try {
    server = await findServer(run);
    const tokens = await read(run, server, await ask(run, server, refreshToken));
    return { ok: true, tokens, stored: storedTokens(run.provider, tokens) };
  } catch (error) {
    return await failed(run, server, error);
  }
}

async function ask(run: Inquiry, server: Server, refreshToken: string): Promise<TidyResponse> {
  const { provider } = run;
  const { metadata } = server;
  const dpop = await proofOf(provider);
  return withNonce(dpop, async () => {
    const response = provider.token.refresh
      ? await askHook(run, server, refreshToken)
      : await askEndpoint(run, server, { refreshToken, dpop });
    const conform = await provider.token.conform?.(response.clone());
    const tidy = await tidyResponse(conform ?? response);
    // Anything that isn't a grant throws here, where a nonce can still be handled.
    await processRefreshTokenResponse(metadata, clientOf(provider), await withoutIdToken(tidy));
    return tidy;
  });
}

interface Refresh {
  readonly refreshToken: string;
  readonly dpop: Proof | undefined;
}

function askEndpoint(run: Inquiry, { metadata }: Server, { refreshToken, dpop }: Refresh) {
  if (metadata.token_endpoint === undefined) throw new Error(noEndpoint);
  return refreshTokenGrantRequest(
    metadata,
    clientOf(run.provider),
    clientAuthentication(run.provider, metadata),
    refreshToken,
    libraryOptions(run, dpop),
  );
}

const noEndpoint =
  "The provider has no endpoint to refresh tokens at, because `token` has only `request`. Set `token.url` or `token.refresh` as well.";

/** The provider's own `token.refresh`. */
async function askHook(run: Inquiry, server: Server, refreshToken: string): Promise<Response> {
  const asked = run.provider.token.refresh?.({
    params: { grant_type: "refresh_token", refresh_token: refreshToken },
    provider: refreshHookProvider(run, server),
    fetch: boundedFetch(run),
  });
  const answer: unknown = await inTime(Promise.resolve(asked), run.context.timeout);
  const { tokens, error, error_description } = isRecord(answer) ? answer : {};
  if (isRecord(tokens)) return hookResponse(tokens);
  if (typeof error === "string") return hookResponse({ error, error_description });
  throw new Error("`token.refresh` returned neither `{ tokens }` nor `{ error }`.");
}

/**
 * The old refresh token is used up by now, so an invalid ID token is dropped and the rest is kept. A valid
 * one about another user is left to the caller.
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

/** Errors that concern this refresh token; the second is GitHub's. */
const refusals = ["invalid_grant", "bad_refresh_token"];

async function failed(
  run: Inquiry,
  server: Server | undefined,
  thrown: unknown,
): Promise<RefreshOutcome> {
  const { err, ...details } = await failureDetails(run, thrown);
  // A missing discovery document says nothing about a refresh token.
  const { status = 0, error }: Partial<FailureDetails> = server ? details : {};
  return {
    ok: false,
    refused: isCode(error) ? refusals.includes(error) : status === refusal,
    isAnswer: status >= 400 && status < 500 && status !== requestTimeout,
    error: Object.assign(err, { details }),
  };
}

const requestTimeout = 408;
/** The status of a refusal (RFC 6749, section 5.2), even without a reason. */
const refusal = 400;

/** Whether it's a standard error code. Some servers return a sentence instead. */
function isCode(error: string | undefined): error is string {
  return error !== undefined && /^[\w.-]+$/.test(error);
}
