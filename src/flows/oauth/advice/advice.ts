import {
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import type { Reason } from "../../../core/errors/reason.js";
import { isRecord } from "../../../core/values/json.js";
import { clientMethod } from "../client/client.js";
import { shown } from "../client/failure.js";
import type { OAuthProvider } from "../provider/config.js";
import { environmentName } from "../provider/environment-name.js";
import type { Server } from "../provider/metadata.js";

/** What to set or check after a protocol failure. */
export interface Advice {
  readonly text: string;
  readonly reason?: Reason;
}

/** Advice on a protocol failure; undefined if there's none. */
export function findAdvice(
  provider: OAuthProvider,
  server: Server,
  error: Error,
): Advice | undefined {
  if (isClientRefused(error)) return adviceOnClient(provider, server);
  if (error instanceof UnsupportedOperationError) return plain(adviceOnAlgorithm(error.cause));
  if (!(error instanceof OperationProcessingError)) return undefined;
  return adviceOnToken(provider, error) ?? plain(adviceOnResponse(error));
}

function plain(text: string | undefined): Advice | undefined {
  return text === undefined ? undefined : { text };
}

function isClientRefused(error: Error): boolean {
  if (error instanceof WWWAuthenticateChallengeError) {
    return error.status === 401 && error.cause.some(({ scheme }) => scheme === "basic");
  }
  return error instanceof ResponseBodyError && error.error === "invalid_client";
}

function adviceOnClient(provider: OAuthProvider, { metadata }: Server): Advice {
  const method = clientMethod(provider, metadata);
  const supported = metadata.token_endpoint_auth_methods_supported ?? [];
  const taken = supported.length > 0 ? `; its metadata lists ${supported.join(", ")}` : "";
  const text = `The provider "${provider.id}" rejected the client authentication (${method}${taken}). ${cureOfClient(provider.id, method, supported)}`;
  return { text, reason: method === "private_key_jwt" ? "client-key" : "client-secret" };
}

function cureOfClient(id: string, method: string, supported: readonly string[]): string {
  const audience =
    "An older server may want its token endpoint as the audience: set `token: { clientAssertion: { audience } }`.";
  if (method === "private_key_jwt") {
    return `Check \`clientId\`, and that the public key of \`token.clientPrivateKey\` is registered there, under the same \`kid\`. ${audience}`;
  }
  if (method === "client_secret_jwt") return `Check \`clientId\` and \`clientSecret\`. ${audience}`;
  if (method === "none") {
    return `Set \`clientSecret\` or AUTH_${environmentName(id)}_SECRET, or register the client as a public one.`;
  }
  const usual = method === "client_secret_basic" ? "client_secret_post" : "client_secret_basic";
  const other = supported.find((name) => name !== method) ?? usual;
  return `Check \`clientId\` and \`clientSecret\`, or set \`client: { token_endpoint_auth_method: "${other}" }\`.`;
}

/** For a claim or the header of an ID token. */
function adviceOnToken(
  provider: OAuthProvider,
  { cause, message }: OperationProcessingError,
): Advice | undefined {
  if (!isRecord(cause)) return undefined;
  if (isRecord(cause["header"])) {
    return plain(adviceOnAlgorithm(cause["header"], cause["expected"]));
  }
  const [, missing] = /^JWT "(\w+)" .*claim missing$/.exec(message) ?? [];
  if (missing !== undefined && missing !== "nonce") {
    return { text: adviceOnMissing(missing), reason: "claim-missing" };
  }
  const claim = cause["claim"] ?? /^JWT "(\w+)"/.exec(message)?.[1];
  if (claim === "exp" || claim === "nbf") return { text: outOfTime, reason: "clock" };
  return plain(adviceOnClaim(provider, claim, cause));
}

const outOfTime =
  "The ID token isn't valid at this time. Check the clocks of this server and the provider.";

function adviceOnClaim(
  { id, clientId = "" }: OAuthProvider,
  claim: unknown,
  cause: Readonly<Record<string, unknown>>,
): string | undefined {
  const claims = isRecord(cause["claims"]) ? cause["claims"] : {};
  const told = (name: string) => shown(textsOf(claims[name]).join(" "));
  switch (claim) {
    case "iss":
      return `The ID token's issuer is ${told("iss")}; expected ${shown(String(cause["expected"]))}. If the first one is right, set \`issuer\` to it.`;
    case "aud":
    case "azp":
      return `The ID token's audience is ${told("aud")}; expected the client id ${shown(clientId)}. Check \`clientId\`.`;
    case "nonce":
      return cause["expected"] === undefined && claims["nonce"] !== undefined
        ? `The ID token has a nonce although none was sent. If the provider "${id}" is known to do that, set \`checks: ["pkce", "nonce"]\`.`
        : `The ID token lacks the nonce that was sent. If the provider "${id}" never puts it there, or not after a user's first consent (Doorkeeper), set \`checks: ["pkce"]\`.`;
    default:
      return undefined;
  }
}

function adviceOnMissing(claim: string): string {
  return claim === "auth_time"
    ? "The ID token has no `auth_time`, which `default_max_age` or `require_auth_time` asks for. Have the provider send it, or remove them from `client`."
    : `The ID token has no \`${claim}\`, which OpenID Connect requires. Check the provider's settings for ID tokens.`;
}

function adviceOnAlgorithm(header: unknown, expected?: unknown): string | undefined {
  const alg = isRecord(header) ? header["alg"] : undefined;
  if (typeof alg !== "string" || alg === "none") return undefined;
  const setting = `set \`client: { id_token_signed_response_alg: ${shown(alg)} }\`.`;
  if (alg.startsWith("HS")) {
    return `The ID token is signed with the client's secret (${shown(alg)}). If the provider is known to do that, ${setting}`;
  }
  const wanted = textsOf(expected).join(", ");
  return `The ID token is signed with ${shown(alg)}; expected ${shown(wanted)}. If the provider is known to do that, ${setting}`;
}

/** For the response of the authorization endpoint. */
function adviceOnResponse({ cause, message }: OperationProcessingError): string | undefined {
  const parameters = isRecord(cause) ? cause["parameters"] : undefined;
  if (!(parameters instanceof URLSearchParams)) return undefined;
  if (message.includes('unexpected "iss"') && isRecord(cause)) {
    return `The response's issuer is ${shown(parameters.get("iss") ?? "")}; expected ${shown(String(cause["expected"]))}. If the first one is right, set \`issuer\` to it.`;
  }
  if (message.includes("JARM")) {
    return 'The provider sent a signed authorization response (JARM). Set `authorization: { params: { response_mode: "query.jwt" } }` to have it read.';
  }
  return undefined;
}

/** The strings of a value that is one, or an array of them. */
function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}
