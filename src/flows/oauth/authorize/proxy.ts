import { openToken, sealToken } from "../../../crypto/token.js";
import type { Fields } from "../../../http/fields.js";
import { withQuery } from "../../../http/urls.js";
import { isListedOrigin } from "../provider/origins.js";
import { recordLasts } from "./record.js";
import type { Run } from "../provider/run.js";

const salt = "latchkey.oauth-proxy";

/** The address of a sign-in that comes back by way of a proxy, which is told whom to pass it on to. */
export async function addressAtProxy(run: Run, proxyUrl: string, own: string) {
  if (isProxy(run, proxyUrl)) return { redirectUri: own, stateSuffix: "" };
  const { proxyOrigins } = run.provider;
  // Without a list here it is the proxy's that counts; with one, nobody is sent on a way in vain.
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
 * Throws unless the address is on one of the deployments that are known. That a deployment has the
 * secret is not enough: it may have been told a false host with which it sealed the address.
 */
function assertListed(address: string, origins: readonly string[]): void {
  const { origin } = new URL(address);
  if (isListedOrigin(origin, origins)) return;
  throw new Error(
    `Answers of providers are not passed on to ${origin}. If it is a deployment of yours, add it to \`redirectProxyOrigins\` (AUTH_REDIRECT_PROXY_ORIGINS), on the deployment at \`redirectProxyUrl\` as well.`,
  );
}

/**
 * Where to pass a response on to, when it is for another deployment. Only one that has the same
 * secret can have written that address.
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
