import { usesCertificate, type OAuthProvider } from "./config.js";
import { paramOf } from "./endpoints.js";

/**
 * Whether a provider's configuration is certainly valid. Most are. The others are checked in full by
 * `problem.ts`, which has the messages and is loaded only then.
 */
export function isQuicklyValid(provider: OAuthProvider): boolean {
  const { issuer, wellKnown, authorization, token, userinfo, jwksEndpoint } = provider;
  const urls = [issuer, wellKnown, authorization.url, token.url, userinfo.url, jwksEndpoint];
  const hasAll =
    provider.type === "oauth" && Boolean(authorization.url && token.url && userinfo.url);
  return (
    Boolean(provider.clientId && (issuer || wellKnown || hasAll)) &&
    !hasBlanks(provider) &&
    urls.every((url) => url === undefined || URL.canParse(url)) &&
    provider.proxyUrl === undefined &&
    provider.privateOrigins.length === 0 &&
    provider.dpop === undefined &&
    provider.idTokens === undefined &&
    !usesCertificate(provider) &&
    !paramOf(authorization, "response_mode")?.startsWith("fragment")
  );
}

/** Whether the client id or secret has leading or trailing white space, as pasted or read from a file. */
export function hasBlanks({ clientId, clientSecret }: OAuthProvider): boolean {
  return [clientId, clientSecret].some((text) => text !== undefined && text.trim() !== text);
}
