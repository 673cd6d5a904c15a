import {
  jweDecrypt,
  OperationProcessingError,
  processUserInfoResponse,
  protectedResourceRequest,
  RESPONSE_IS_NOT_CONFORM,
  userInfoRequest,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { isRecord } from "../../../core/values/json.js";
import { clientOf } from "../client/client.js";
import { withNonce, type Proof } from "../client/dpop.js";
import { Unusable } from "../client/failure.js";
import { boundedFetch, CallFailed, inTime, libraryOptions } from "../client/fetch.js";
import { hookProvider } from "../client/hooks.js";
import { verifySignature } from "../discovery/keys.js";
import type { Server } from "../provider/metadata.js";
import type { Caller } from "../provider/run.js";
import { decrypt, type Grant } from "../tokens/grant.js";
import type { RawProfile } from "./profile.js";

export interface Access extends Grant {
  readonly dpop: Proof | undefined;
}

/** The user's profile from the userinfo endpoint, or the provider's own `userinfo.request`. */
export async function askForProfile(
  run: Caller,
  server: Server,
  access: Access,
): Promise<RawProfile> {
  const { provider } = run;
  const { claims } = access;
  const dpop = access.tokens.token_type === "dpop" ? access.dpop : undefined;
  const bound = { ...access, dpop };
  if (provider.userinfo.request) return askHook(run, server, access);
  return withNonce(dpop, () =>
    claims ? askOpenId(run, server, bound) : askPlain(run, server, bound),
  );
}

/** Whether the endpoint returned no profile. One that can't be trusted is a different error. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof OperationProcessingError) return error.code === RESPONSE_IS_NOT_CONFORM;
  return error instanceof CallFailed || error instanceof WWWAuthenticateChallengeError;
}

async function askHook(run: Caller, server: Server, access: Access): Promise<RawProfile> {
  const { tokens, claims } = access;
  const asked = run.provider.userinfo.request?.({
    tokens,
    provider: hookProvider(run, server),
    fetch: boundedFetch(run),
  });
  const profile: unknown = await inTime(Promise.resolve(asked), run.context.timeout);
  if (!isRecord(profile)) {
    throw new Error("`userinfo.request` must return the profile as an object.");
  }
  if (claims && profile["sub"] !== undefined && profile["sub"] !== claims.sub) {
    throw new Error("The userinfo response is about a different user than the ID token (`sub`).");
  }
  return profile;
}

/** OpenID Connect Core, section 5.3. A signed response is verified like an ID token. */
async function askOpenId(run: Caller, server: Server, access: Access): Promise<RawProfile> {
  const { provider } = run;
  const { metadata } = server;
  const client = clientOf(provider);
  const token = access.tokens.access_token ?? "";
  const answer = await userInfoRequest(metadata, client, token, libraryOptions(run, access.dpop));
  const response = (await provider.userinfo.conform?.(answer.clone())) ?? answer;
  const signed = isJwt(response) ? [await response.clone().text()] : [];
  const subject = access.claims?.sub ?? "";
  const profile = await processUserInfoResponse(metadata, client, subject, response, {
    [jweDecrypt]: async (jwe) => {
      const jws = await decrypt(provider, jwe);
      signed.unshift(jws);
      return jws;
    },
  });
  const [jws] = signed;
  const configuredAlg = provider.client.userinfo_signed_response_alg;
  if (jws !== undefined) {
    await verifySignature(run, server, { jws, answer: response, configuredAlg });
  }
  return profile;
}

function isJwt(response: Response): boolean {
  return response.headers.get("content-type")?.split(";", 1)[0] === "application/jwt";
}

/** An API that describes the token's owner. */
async function askPlain(run: Caller, { metadata }: Server, access: Access): Promise<RawProfile> {
  const { provider } = run;
  if (metadata.userinfo_endpoint === undefined) {
    throw new Error(
      "The provider has no userinfo endpoint. Set \`userinfo\`, or \`issuer\` for discovery.",
    );
  }
  const answer = await protectedResourceRequest(
    access.tokens.access_token ?? "",
    "GET",
    new URL(metadata.userinfo_endpoint),
    new Headers({ accept: "application/json", "user-agent": "latchkey" }),
    null,
    libraryOptions(run, access.dpop),
  );
  const response = (await provider.userinfo.conform?.(answer.clone())) ?? answer;
  const profile: unknown = response.ok ? await response.clone().json() : undefined;
  if (isRecord(profile)) return profile;
  const message = `The userinfo endpoint responded with status ${response.status}, not with a JSON object.`;
  throw new Unusable(message, response);
}
