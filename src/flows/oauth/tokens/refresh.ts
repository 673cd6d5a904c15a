import {
  allowInsecureRequests,
  customFetch,
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type DPoPHandle,
} from "oauth4webapi";
import { isRecord } from "../../../json.js";
import type { TokenSet } from "../../../types/account.js";
import type { RefreshOutcome } from "../../flow.js";
import { clientAuthentication, clientOf } from "../client/client.js";
import { dpopHandle, withNonce } from "../client/dpop.js";
import { idTokenAlg } from "./expected-token.js";
import { failureDetails, type FailureDetails } from "../advice/failure-details.js";
import { boundedFetch, inTime, libraryFetch, remake } from "../client/fetch.js";
import { refreshHookProvider, hookResponse } from "../client/hooks.js";
import { verifySignature } from "../discovery/keys.js";
import type { Server } from "../provider/metadata.js";
import { assertIdToken, headerOf } from "./purpose.js";
import type { Inquiry } from "../provider/run.js";
import { findServer } from "../discovery/server.js";
import { issuerFor } from "../discovery/issuer.js";
import { storedTokens, tidyResponse, tokenSet, type TidyResponse } from "./tokens.js";

/** Seconds that an access token is taken to live when the provider does not tell. */
const shortLife = 5 * 60;

/** Asks for a new access token (RFC 6749, section 6). It never throws. */
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
  const dpop = await dpopHandle(provider);
  return withNonce(dpop, async () => {
    const response = provider.token.refresh
      ? await askHook(run, server, refreshToken)
      : await askEndpoint(run, server, { refreshToken, dpop });
    const conform = await provider.token.conform?.(response.clone());
    const tidy = await tidyResponse(conform ?? response);
    // What is no grant throws here, where a nonce can still be taken into account.
    await processRefreshTokenResponse(metadata, clientOf(provider), await withoutIdToken(tidy));
    return tidy;
  });
}

interface Refresh {
  readonly refreshToken: string;
  readonly dpop: DPoPHandle | undefined;
}

function askEndpoint(run: Inquiry, { metadata }: Server, { refreshToken, dpop }: Refresh) {
  if (metadata.token_endpoint === undefined) throw new Error(noEndpoint);
  return refreshTokenGrantRequest(
    metadata,
    clientOf(run.provider),
    clientAuthentication(run.provider, metadata),
    refreshToken,
    {
      [customFetch]: libraryFetch(run),
      [allowInsecureRequests]: true,
      ...(dpop && { DPoP: dpop }),
    },
  );
}

const noEndpoint =
  "The provider has no address to refresh tokens at: `token` is a function of its own. Set `token.url` or `token.refresh` as well.";

/** The provider's own way. */
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

/** Errors that are about this refresh token; the second is GitHub's. */
const refusals = ["invalid_grant", "bad_refresh_token"];

async function failed(
  run: Inquiry,
  server: Server | undefined,
  thrown: unknown,
): Promise<RefreshOutcome> {
  const { err, ...details } = await failureDetails(run, thrown);
  // A discovery document that can't be had decides nothing about a refresh token.
  const { status = 0, error }: Partial<FailureDetails> = server ? details : {};
  return {
    ok: false,
    refused: isCode(error) ? refusals.includes(error) : status === refusal,
    isAnswer: status >= 400 && status < 500 && status !== requestTimeout,
    error: Object.assign(err, { details }),
  };
}

const requestTimeout = 408;
/** The status of a refusal (RFC 6749, section 5.2), also of one that gives no reason. */
const refusal = 400;

/** Whether it is a reason of the standard's kind. Some servers give a sentence, or a message, instead. */
function isCode(error: string | undefined): error is string {
  return error !== undefined && /^[\w.-]+$/.test(error);
}
