import { openToken, sealToken } from "../../../core/crypto/token.js";
import type { Fields } from "../../../core/http/fields.js";
import { withQuery } from "../../../core/http/urls.js";
import { isListedOrigin } from "../provider/origins.js";
import type { Run } from "../provider/run.js";
import { recordLasts } from "./record.js";

const salt = "latchkey.oauth-proxy";

/** The redirect URI of a sign-in that comes back through a proxy, and what tells the proxy where to forward it. */
export async function addressAtProxy(run: Run, proxyUrl: string, own: string) {
  if (isProxy(run, proxyUrl)) return { redirectUri: own, stateSuffix: "" };
  const { proxyOrigins } = run.provider;
  // Without a list here, the proxy's list counts; with one, users aren't sent on a trip that must fail.
  if (proxyOrigins.length > 0) assertListed(own, proxyOrigins);
  const { keys, now } = run.context;
  const claims = { callback: own };
  const sealed = await sealToken(keys, { salt, claims, maxAge: recordLasts, now });
  return {
    redirectUri: `${proxyUrl}/callback/${encodeURIComponent(run.provider.id)}`,
    stateSuffix: `.${sealed}`,
  };
}

function isProxy({ context }: Run, proxyUrl: string): boolean {
  return new URL(proxyUrl).origin === context.site.origin;
}

/**
 * Throws unless the URL is on a known deployment. Having the secret isn't enough: a deployment may have
 * sealed a URL with a forged host.
 */
function assertListed(address: string, origins: readonly string[]): void {
  const { origin } = new URL(address);
  if (isListedOrigin(origin, origins)) return;
  throw new Error(
    `Provider responses aren't forwarded to ${origin}. If it's a deployment of yours, add it to \`redirectProxyOrigins\` (AUTH_REDIRECT_PROXY_ORIGINS), on the deployment at \`redirectProxyUrl\` as well.`,
  );
}

/**
 * Where to forward a response that is for another deployment. Only one with the same secret can have written
 * that URL.
 */
export async function onwardAddress(
  run: Run,
  proxyUrl: string,
  response: Fields,
): Promise<string | undefined> {
  if (!isProxy(run, proxyUrl)) return undefined;
  const [, , ...sealed] = (response.text("state") ?? "").split(".");
  if (sealed.length === 0) return undefined;
  const { keys, now, site } = run.context;
  const opened = await openToken(keys, { salt, token: sealed.join("."), now });
  const callback = opened.ok ? opened.claims["callback"] : undefined;
  if (typeof callback !== "string" || new URL(callback).origin === site.origin) return undefined;
  assertListed(callback, run.provider.proxyOrigins);
  return withQuery(callback, Object.fromEntries(response.texts()));
}
