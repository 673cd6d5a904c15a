import { authorizationCodeGrantRequest, nopkce } from "oauth4webapi";
import { isRecord } from "../../../core/values/json.js";
import type { FlowRecord } from "../authorize/record.js";
import { clientAuthentication, clientOf } from "../client/client.js";
import type { Proof } from "../client/dpop.js";
import { boundedFetch, inTime, libraryOptions } from "../client/fetch.js";
import { hookProvider, hookResponse } from "../client/hooks.js";
import type { Server } from "../provider/metadata.js";
import type { Run } from "../provider/run.js";

/** A valid authorization response, and the record of its request. */
interface Authorized {
  readonly params: URLSearchParams;
  readonly record: FlowRecord;
  readonly dpop: Proof | undefined;
}

/** Exchanges the code for tokens (RFC 6749, section 4.1.3). */
export async function exchangeCode(
  run: Run,
  server: Server,
  authorized: Authorized,
): Promise<Response> {
  const { token } = run.provider;
  const response = token.request
    ? await askHook(run, server, authorized)
    : await askEndpoint(run, server, authorized);
  return (await token.conform?.(response.clone())) ?? response;
}

function askEndpoint(run: Run, { metadata }: Server, { params, record, dpop }: Authorized) {
  return authorizationCodeGrantRequest(
    metadata,
    clientOf(run.provider),
    clientAuthentication(run.provider, metadata),
    params,
    record.redirectUri,
    record.verifier ?? nopkce,
    libraryOptions(run, dpop),
  );
}

/** The provider's own `token.request`. Its result is checked like any token response. */
async function askHook(
  run: Run,
  server: Server,
  { params, record }: Authorized,
): Promise<Response> {
  const { verifier, state, nonce, redirectUri } = record;
  const asked = run.provider.token.request?.({
    params: {
      grant_type: "authorization_code",
      code: params.get("code") ?? "",
      redirect_uri: redirectUri,
      ...(verifier !== undefined && { code_verifier: verifier }),
    },
    checks: {
      ...(verifier !== undefined && { code_verifier: verifier }),
      ...(state !== undefined && { state }),
      ...(nonce !== undefined && { nonce }),
    },
    provider: hookProvider(run, server),
    fetch: boundedFetch(run),
  });
  const answer: unknown = await inTime(Promise.resolve(asked), run.context.timeout);
  const tokens = isRecord(answer) ? answer["tokens"] : undefined;
  if (!isRecord(tokens)) throw new Error("`token.request` must return `{ tokens }`.");
  return hookResponse(tokens);
}
