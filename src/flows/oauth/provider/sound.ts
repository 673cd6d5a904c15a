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
    Boolean(issuer || wellKnown || hasAll) &&
    urls.every((url) => url === undefined || URL.canParse(url)) &&
    provider.proxyUrl === undefined &&
    provider.privateOrigins.length === 0 &&
    !usesCertificate(provider) &&
    !paramOf(authorization, "response_mode")?.startsWith("fragment")
  );
}
