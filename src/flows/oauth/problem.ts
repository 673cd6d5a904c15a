import { InvalidEndpoints, InvalidProvider, type AuthError } from "../../errors.js";
import type { OAuthProvider } from "./config.js";

/** What is wrong with the configuration of a provider and can be seen without asking it. */
export function findProblem(provider: OAuthProvider): AuthError | undefined {
  return proxyProblem(provider) ?? endpointProblem(provider);
}

function proxyProblem({ id, proxyUrl }: OAuthProvider): AuthError | undefined {
  if (proxyUrl === undefined || URL.canParse(proxyUrl)) return undefined;
  return new InvalidProvider(
    `The provider "${id}" has a \`redirectProxyUrl\` that is no absolute URL. It is the address of the library on the stable deployment, such as https://auth.example.com/auth.`,
  );
}

function endpointProblem(provider: OAuthProvider): AuthError | undefined {
  const { id, type, issuer, wellKnown } = provider;
  const missing = missingEndpoint(provider);
  if (issuer || wellKnown || missing === undefined) return invalidUrl(provider);
  const why =
    type === "oidc" && missing === "issuer" ? ", against which ID tokens are checked" : "";
  return new InvalidEndpoints(
    `The provider "${id}" has no \`${missing}\`${why}. Give it an \`issuer\`${missing === "issuer" ? "" : ", or all of `authorization`, `token` and `userinfo`"}.`,
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
    wrong && new InvalidEndpoints(`\`${wrong[0]}\` of the provider "${id}" is no absolute URL.`)
  );
}
