import { InvalidEndpoints, InvalidProvider, type AuthError } from "../../../core/errors/errors.js";
import type { Flow } from "../../../core/flow.js";
import { webUrl } from "../../../core/http/urls.js";
import { findWrongOrigin } from "./address.js";
import { isUnchecked, usesCertificate, type OAuthProvider } from "./config.js";
import { paramOf } from "./endpoints.js";
import { environmentName } from "./environment-name.js";
import { isOriginPattern } from "./origins.js";
import { hasBlanks } from "./quick-check.js";
import { postedTokens } from "./posted-tokens.js";

/** A mistake in a provider's configuration that can be found without calling it. */
export function findProblem(provider: OAuthProvider): AuthError | undefined {
  return (
    proxyProblem(provider) ??
    originProblem(provider) ??
    certificateProblem(provider) ??
    modeProblem(provider) ??
    valueProblem(provider) ??
    endpointProblem(provider)
  );
}

function certificateProblem(provider: OAuthProvider): AuthError | undefined {
  if (!usesCertificate(provider) || provider.fetch) return undefined;
  const { id, client } = provider;
  return new InvalidProvider(
    `The provider "${id}" has the client authentication method "${client.token_endpoint_auth_method ?? ""}" but no \`[customFetch]\`. Set one that presents the client's certificate, because the built-in \`fetch\` has none.`,
  );
}

function modeProblem({ id, authorization }: OAuthProvider): AuthError | undefined {
  const mode = paramOf(authorization, "response_mode");
  if (mode === undefined || !mode.startsWith("fragment")) return undefined;
  return new InvalidProvider(
    `The provider "${id}" has \`response_mode: "${mode}"\`, which a server can't receive. Use "query", "form_post", "query.jwt" or "form_post.jwt".`,
  );
}

/** Not every configuration is type-checked. */
function valueProblem({ id, dpop, idTokens }: OAuthProvider): AuthError | undefined {
  const isProof = dpop === undefined || typeof dpop.handle === "function";
  if (isProof && (idTokens === undefined || postedTokens.has(idTokens))) return undefined;
  const name = isProof ? "idTokens" : "dpop";
  return new InvalidProvider(
    `\`${name}\` of the provider "${id}" must be what \`${name}()\` of latchkey/oauth returns: \`${name}: ${name}()\`.`,
  );
}

function originProblem({ id, privateOrigins }: OAuthProvider): AuthError | undefined {
  const wrong = findWrongOrigin(privateOrigins);
  if (wrong === undefined) return undefined;
  return new InvalidProvider(
    `The provider "${id}" has \`[privateOrigins]\` with ${JSON.stringify(wrong)}, which isn't an origin. Use strings such as "http://keycloak:8080", without a path.`,
  );
}

function proxyProblem({ id, proxyUrl, proxyOrigins }: OAuthProvider): AuthError | undefined {
  if (proxyUrl === undefined) return undefined;
  const url = webUrl(proxyUrl);
  if (!url || url.username !== "" || url.password !== "") {
    return new InvalidProvider(
      `The provider "${id}" has a \`redirectProxyUrl\` that isn't an absolute http or https URL, or contains a user name. Set it to the library's URL on the stable deployment, such as https://auth.example.com/auth.`,
    );
  }
  const wrong = proxyOrigins.find((origin) => !isOriginPattern(origin));
  if (wrong === undefined) return undefined;
  return new InvalidProvider(
    `\`redirectProxyOrigins\` has ${JSON.stringify(wrong)}, which isn't an origin. Use strings such as "https://preview.example.com", or "https://*.preview.example.com" with one \`*\` before at least two more labels.`,
  );
}

function endpointProblem(provider: OAuthProvider): AuthError | undefined {
  const { id, type, issuer, wellKnown } = provider;
  const missing = missingEndpoint(provider);
  if (issuer || wellKnown || missing === undefined) return invalidUrl(provider);
  const why =
    type === "oidc" && missing === "issuer" ? ", against which ID tokens are checked" : "";
  return new InvalidEndpoints(
    `The provider "${id}" has no \`${missing}\`${why}. Set \`issuer\`${missing === "issuer" ? "" : ", or all of `authorization`, `token` and `userinfo`"}.`,
  );
}

function missingEndpoint(provider: OAuthProvider): string | undefined {
  const { type, authorization, token, userinfo } = provider;
  if (authorization.url === undefined) return "authorization";
  if (token.url === undefined && !token.request) return "token";
  if (type === "oidc") return "issuer";
  return userinfo.url === undefined && !userinfo.request ? "userinfo" : undefined;
}

function invalidUrl(provider: OAuthProvider): AuthError | undefined {
  const { id, issuer, wellKnown, authorization, token, userinfo, jwksEndpoint } = provider;
  const urls = {
    issuer,
    wellKnown,
    authorization: authorization.url,
    token: token.url,
    userinfo: userinfo.url,
    jwks_endpoint: jwksEndpoint,
  };
  const wrong = Object.entries(urls).find(([, url]) => url !== undefined && !URL.canParse(url));
  return (
    wrong && new InvalidEndpoints(`\`${wrong[0]}\` of the provider "${id}" isn't an absolute URL.`)
  );
}

/** What is wrong, or risky, in a provider's configuration. */
export function findFaults(provider: OAuthProvider): Pick<Flow, "problem" | "warnings"> {
  const problem = findProblem(provider);
  return { ...(problem && { problem }), warnings: warningsOf(provider) };
}

function warningsOf(provider: OAuthProvider): NonNullable<Flow["warnings"]> {
  const { id, clientId } = provider;
  const variable = `AUTH_${environmentName(id)}`;
  const warnings: NonNullable<Flow["warnings"]>[number][] = [];
  if (isUnchecked(provider)) {
    const message = `The provider ${JSON.stringify(id)} has \`checks: ["none"]\`: an attacker can make a browser finish a sign-in it didn't start. Remove \`checks\`, or use ["state"] if the provider supports nothing else.`;
    warnings.push({ code: "unchecked-provider", message });
  }
  if (!clientId) {
    const message = `The provider ${JSON.stringify(id)} has no client id, so nobody can sign in with it. Set ${variable}_ID and ${variable}_SECRET, or \`clientId\` and \`clientSecret\`.`;
    warnings.push({ code: "client-id-missing", message });
  }
  // Not changed, since a secret can be anything.
  if (hasBlanks(provider)) {
    const isId = clientId !== undefined && clientId.trim() !== clientId;
    const [option, kind] = isId ? ["clientId", "ID"] : ["clientSecret", "SECRET"];
    const message = `\`${option}\` of the provider ${JSON.stringify(id)} starts or ends with a space or a line break, so the provider will probably reject it. Remove it from ${variable}_${kind}, or wherever the value comes from.`;
    warnings.push({ code: "client-blank", message });
  }
  return warnings;
}
