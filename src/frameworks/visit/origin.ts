import { isHost } from "../../engine/index.js";

/**
 * The address of a request. Where a proxy in front of the application is trusted, its
 * `X-Forwarded-Host` and `X-Forwarded-Proto` count; else anybody could send them.
 */
export function addressOf(url: string, headers: Headers, trustsProxy: boolean): URL {
  const inner = new URL(url);
  if (!trustsProxy) return inner;
  const host = headers.get("x-forwarded-host");
  const origin = `${schemeOf(headers) ?? inner.protocol}//${host !== null && isHost(host) ? host.toLowerCase() : inner.host}`;
  return new URL(inner.pathname + inner.search, origin);
}

/** A chain of proxies makes a list, the outermost first. */
function schemeOf(headers: Headers): string | undefined {
  const scheme = headers.get("x-forwarded-proto")?.split(",", 1)[0]?.trim();
  return scheme === "https" || scheme === "http" ? `${scheme}:` : undefined;
}
