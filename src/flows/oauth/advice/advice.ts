import {
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { isRecord } from "../../../json.js";
import { clientMethod } from "../client/client.js";
import { environmentName } from "../provider/environment-name.js";
import type { OAuthProvider } from "../provider/config.js";
import { shown } from "../client/failure.js";
import type { Server } from "../provider/metadata.js";

/** What to set, or to look at, about a failure of the protocol; undefined when there is nothing to say. */
export function findAdvice(
  provider: OAuthProvider,
  server: Server,
  error: Error,
): string | undefined {
  if (isClientRefused(error)) return adviceOnClient(provider, server);
  if (error instanceof UnsupportedOperationError) return adviceOnAlgorithm(error.cause);
  if (!(error instanceof OperationProcessingError)) return undefined;
  return adviceOnToken(provider, error) ?? adviceOnResponse(error);
}

function isClientRefused(error: Error): boolean {
  if (error instanceof WWWAuthenticateChallengeError) {
    return error.status === 401 && error.cause.some(({ scheme }) => scheme === "basic");
  }
  return error instanceof ResponseBodyError && error.error === "invalid_client";
}

function adviceOnClient(provider: OAuthProvider, { metadata }: Server): string {
  const method = clientMethod(provider, metadata);
  const supported = metadata.token_endpoint_auth_methods_supported ?? [];
  const taken = supported.length > 0 ? `, and it says that it takes ${supported.join(", ")}` : "";
  return `The provider "${provider.id}" did not accept the client. It was told who asks by ${method}${taken}. ${cureOfClient(provider.id, method, supported)}`;
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

/** About a claim or the header of an ID token. */
function adviceOnToken(
  { id, clientId = "" }: OAuthProvider,
  { cause, message }: OperationProcessingError,
): string | undefined {
  if (!isRecord(cause)) return undefined;
  if (isRecord(cause["header"])) return adviceOnAlgorithm(cause["header"], cause["expected"]);
  const claims = isRecord(cause["claims"]) ? cause["claims"] : {};
  const told = (name: string) => shown(textsOf(claims[name]).join(" "));
  const [, missing] = /^JWT "(\w+)" .*claim missing$/.exec(message) ?? [];
  if (missing !== undefined && missing !== "nonce") return adviceOnMissing(missing);
  switch (cause["claim"] ?? /^JWT "(\w+)"/.exec(message)?.[1]) {
    case "iss":
      return `The ID token is from the issuer ${told("iss")}, and ${shown(String(cause["expected"]))} was expected. If it is the provider's, set \`issuer\` to the first.`;
    case "aud":
    case "azp":
      return `The ID token is for ${told("aud")}, and the client is ${shown(clientId)}. Check \`clientId\`.`;
    case "nonce":
      return cause["expected"] === undefined && claims["nonce"] !== undefined
        ? `The ID token holds a nonce although none was sent. If the provider "${id}" is known to do that, set \`checks: ["pkce", "nonce"]\`.`
        : `The ID token does not hold the nonce that was sent. If the provider "${id}" never puts it there, or not after a user's first consent (Doorkeeper), set \`checks: ["pkce"]\`.`;
    case "exp":
    case "nbf":
      return "The ID token is not valid at this time. Check the clocks of this machine and of the provider.";
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
  return `The ID token is signed with ${shown(alg)}, and ${shown(wanted)} was expected. If the provider is known to do that, ${setting}`;
}

/** About the answer of the authorization endpoint. */
function adviceOnResponse({ cause, message }: OperationProcessingError): string | undefined {
  const parameters = isRecord(cause) ? cause["parameters"] : undefined;
  if (!(parameters instanceof URLSearchParams)) return undefined;
  if (message.includes('unexpected "iss"') && isRecord(cause)) {
    return `The answer says that it is from the issuer ${shown(parameters.get("iss") ?? "")}, and ${shown(String(cause["expected"]))} was expected. If it is the provider's, set \`issuer\` to the first.`;
  }
  if (message.includes("JARM")) {
    return 'The provider sent a signed authorization response (JARM). Set `authorization: { params: { response_mode: "query.jwt" } }` to have it read.';
  }
  return undefined;
}

/** The texts of a value that is one, or a list of them. */
function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}
