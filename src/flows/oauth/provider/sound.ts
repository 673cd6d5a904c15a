import { usesCertificate } from "./certificate.js";
import type { OAuthProvider } from "./config.js";
import { paramOf } from "./endpoints.js";

/**
 * Whether nothing can be wrong with the configuration of a provider. Most are like that; what is not is
 * looked at in full by `problem.ts`, which also knows what to say, and is loaded only then.
 */
export function isSound(provider: OAuthProvider): boolean {
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
    !usesCertificate(provider) &&
    !paramOf(authorization, "response_mode")?.startsWith("fragment")
  );
}

/** Whether the client id or secret has blanks or line breaks at its ends, as pasted or read from a file. */
export function hasBlanks({ clientId, clientSecret }: OAuthProvider): boolean {
  return [clientId, clientSecret].some((text) => text !== undefined && text.trim() !== text);
}
